/**
 * Settings that suit a laptop and are enough for the pools of all services. Errors are reported to the client, and
 * their SQL is not logged.
 */
export const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  jit: 'off',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/**
 * Settings for data that may be lost in a power failure, as that of tests. Its passwords are not stretched, which is most of
 * a client's work to connect.
 */
export const FORGETFUL = {
  // Test files that run at the same time share one server, and each has the pools of several services.
  max_connections: '800',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  // In the data folder, with which a killed server's segments are deleted; in /dev/shm they would stay until a reboot.
  dynamic_shared_memory_type: 'mmap',
  scram_iterations: '1',
};
