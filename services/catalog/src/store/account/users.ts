import type { Me } from '@assay/contract/areas/account/documents';
import { lookup, rows, sql, type Db } from '@assay/kit/postgres/db';

interface UserRow {
  id: string;
  email: string;
  name: string;
  createdAt: Date;
  updatedAt: Date;
}

export async function findUser(db: Db, id: string): Promise<Me | undefined> {
  const [row] = await rows<UserRow>(
    db,
    lookup`select id, email, name, created_at, updated_at from users where id = ${id}`,
  );
  return (
    row && {
      id: row.id,
      email: row.email,
      name: row.name,
      plan: 'self-hosted',
      imageUrl: null,
      profilePictureUrl: null,
      createdAt: row.createdAt.getTime(),
      updatedAt: row.updatedAt.getTime(),
    }
  );
}

export async function insertUser(
  db: Db,
  user: {
    id: string;
    email: string;
    name: string;
    passwordHash: string | undefined;
    addressProven: boolean;
  },
): Promise<void> {
  await db.query(sql`
    insert into users (id, email, name, password_hash, address_proven) values (${user.id}, ${user.email}, ${user.name}, ${user.passwordHash}, ${user.addressProven})`);
}
