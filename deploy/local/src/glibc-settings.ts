/**
 * Settings of glibc, which reads them when a process starts: by default it keeps the memory of large buffers, so that an
 * idle process held hundreds of megabytes after many large answers. Buffers from 64 KB on are given back at once. The
 * image sets the same.
 */
export const GLIBC_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
