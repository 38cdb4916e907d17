/*
 * Faults between a process and the kernel, for every call that changes what lies below one folder, Node's and SQLite's
 * alike. Loaded with LD_PRELOAD; WAYLAND_FAULT_ROOT names the folder. Told what to do by opening paths that do not exist:
 *
 *   /@fault/<kind>/<n>/<errno>   begin to count. kind: count (no fault), kill (SIGKILL before call n), tear (half of
 *                                call n, then SIGKILL), once (call n fails), from (call n and all later ones fail)
 *   /@fault/off                  end it
 *
 * and asked how many calls were counted by readlink("/@fault/counted").
 *
 * Not reached: writes through a memory map (SQLite's shared-memory index), locks, close.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { OFF, COUNT, KILL, TEAR, ONCE, FROM };
enum verdict { GO, FAIL, HALF };

static _Atomic int kind = OFF;
static _Atomic long counted = 0;
static long target = 0;
static int number = EIO;

static const char *root(void) {
  static const char *value;
  if (!value) value = getenv("WAYLAND_FAULT_ROOT");
  return value;
}

/* The variable may name several, with colons between. */
static int below(const char *path) {
  const char *folder = root();
  while (folder && path) {
    size_t size = strcspn(folder, ":");
    if (size && strncmp(path, folder, size) == 0) return 1;
    folder = folder[size] ? folder + size + 1 : NULL;
  }
  return 0;
}

static int below_fd(int fd) {
  char link[64], path[4096];
  if (kind == OFF) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  static ssize_t (*real)(const char *, char *, size_t);
  if (!real) real = dlsym(RTLD_NEXT, "readlink");
  ssize_t n = real(link, path, sizeof path - 1);
  if (n < 0) return 0;
  path[n] = 0;
  return below(path);
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static enum verdict judge(void) {
  if (kind == OFF) return GO;
  long n = ++counted;
  if (kind == KILL && n == target) die();
  if (kind == TEAR && n == target) return HALF;
  if ((kind == ONCE && n == target) || (kind == FROM && n >= target)) {
    errno = number;
    return FAIL;
  }
  return GO;
}

static void command(const char *path) {
  const char *word = path + strlen("/@fault/");
  int next = !strncmp(word, "count/", 6)  ? COUNT
             : !strncmp(word, "kill/", 5) ? KILL
             : !strncmp(word, "tear/", 5) ? TEAR
             : !strncmp(word, "once/", 5) ? ONCE
             : !strncmp(word, "from/", 5) ? FROM
                                          : OFF;
  if (next != OFF) {
    counted = 0;
    const char *rest = strchr(word, '/');
    target = atol(rest + 1);
    rest = strchr(rest + 1, '/');
    number = rest ? atoi(rest + 1) : EIO;
  }
  kind = next;
}

static int is_command(const char *path) { return path && strncmp(path, "/@fault/", 8) == 0; }

#define REAL(result, name, ...)                                                                                        \
  static result (*real)(__VA_ARGS__);                                                                                  \
  if (!real) real = dlsym(RTLD_NEXT, #name);

/* A call that is done whole or not at all. */
#define GUARD(concerned, failed, call)                                                                                 \
  if (kind != OFF && (concerned)) {                                                                                    \
    enum verdict v = judge();                                                                                          \
    if (v == FAIL) return failed;                                                                                      \
    if (v == HALF) {                                                                                                   \
      (void)!(call);                                                                                                   \
      die();                                                                                                           \
    }                                                                                                                  \
  }

#define WRITES(flags) (((flags) & O_ACCMODE) != O_RDONLY || ((flags) & (O_CREAT | O_TRUNC)))

#define OPEN(name)                                                                                                     \
  int name(const char *path, int flags, ...) {                                                                         \
    mode_t mode = 0;                                                                                                   \
    if (flags & (O_CREAT | O_TMPFILE)) {                                                                               \
      va_list more;                                                                                                    \
      va_start(more, flags);                                                                                           \
      mode = va_arg(more, mode_t);                                                                                     \
      va_end(more);                                                                                                    \
    }                                                                                                                  \
    REAL(int, name, const char *, int, ...)                                                                            \
    if (is_command(path)) {                                                                                            \
      command(path);                                                                                                   \
      errno = ENOENT;                                                                                                  \
      return -1;                                                                                                       \
    }                                                                                                                  \
    GUARD(WRITES(flags) && below(path), -1, real(path, flags, mode))                                                   \
    return real(path, flags, mode);                                                                                    \
  }
OPEN(open)
OPEN(open64)

ssize_t write(int fd, const void *bytes, size_t size) {
  REAL(ssize_t, write, int, const void *, size_t)
  GUARD(below_fd(fd), -1, real(fd, bytes, size / 2))
  return real(fd, bytes, size);
}
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) {
  REAL(ssize_t, pwrite, int, const void *, size_t, off_t)
  GUARD(below_fd(fd), -1, real(fd, bytes, size / 2, at))
  return real(fd, bytes, size, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) {
  REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t)
  GUARD(below_fd(fd), -1, real(fd, bytes, size / 2, at))
  return real(fd, bytes, size, at);
}
ssize_t writev(int fd, const struct iovec *parts, int n) {
  REAL(ssize_t, writev, int, const struct iovec *, int)
  GUARD(below_fd(fd), -1, real(fd, parts, n > 1 ? n / 2 : n))
  return real(fd, parts, n);
}
ssize_t pwritev(int fd, const struct iovec *parts, int n, off_t at) {
  REAL(ssize_t, pwritev, int, const struct iovec *, int, off_t)
  GUARD(below_fd(fd), -1, real(fd, parts, n > 1 ? n / 2 : n, at))
  return real(fd, parts, n, at);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int n, off64_t at) {
  REAL(ssize_t, pwritev64, int, const struct iovec *, int, off64_t)
  GUARD(below_fd(fd), -1, real(fd, parts, n > 1 ? n / 2 : n, at))
  return real(fd, parts, n, at);
}

#define ON_FD(name)                                                                                                    \
  int name(int fd) {                                                                                                   \
    REAL(int, name, int)                                                                                               \
    GUARD(below_fd(fd), -1, real(fd))                                                                                  \
    return real(fd);                                                                                                   \
  }
ON_FD(fsync)
ON_FD(fdatasync)

#define TRUNCATE(name, offset)                                                                                         \
  int name(int fd, offset size) {                                                                                      \
    REAL(int, name, int, offset)                                                                                       \
    GUARD(below_fd(fd), -1, real(fd, size))                                                                            \
    return real(fd, size);                                                                                             \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define ALLOCATE(name, offset)                                                                                         \
  int name(int fd, offset at, offset size) {                                                                           \
    REAL(int, name, int, offset, offset)                                                                               \
    GUARD(below_fd(fd), errno, real(fd, at, size))                                                                     \
    return real(fd, at, size);                                                                                         \
  }
ALLOCATE(posix_fallocate, off_t)
ALLOCATE(posix_fallocate64, off64_t)

#define ON_PATH(name)                                                                                                  \
  int name(const char *path) {                                                                                         \
    REAL(int, name, const char *)                                                                                      \
    GUARD(below(path), -1, real(path))                                                                                 \
    return real(path);                                                                                                 \
  }
ON_PATH(unlink)
ON_PATH(rmdir)

#define ON_MODE(name)                                                                                                  \
  int name(const char *path, mode_t mode) {                                                                            \
    REAL(int, name, const char *, mode_t)                                                                              \
    GUARD(below(path), -1, real(path, mode))                                                                           \
    return real(path, mode);                                                                                           \
  }
ON_MODE(mkdir)
ON_MODE(chmod)

int fchmod(int fd, mode_t mode) {
  REAL(int, fchmod, int, mode_t)
  GUARD(below_fd(fd), -1, real(fd, mode))
  return real(fd, mode);
}

#define ON_TWO(name)                                                                                                   \
  int name(const char *from, const char *to) {                                                                         \
    REAL(int, name, const char *, const char *)                                                                        \
    GUARD(below(from) || below(to), -1, real(from, to))                                                                \
    return real(from, to);                                                                                             \
  }
ON_TWO(rename)
ON_TWO(link)
ON_TWO(symlink)

ssize_t readlink(const char *path, char *text, size_t size) {
  REAL(ssize_t, readlink, const char *, char *, size_t)
  if (strcmp(path, "/@fault/counted") == 0) return snprintf(text, size, "%ld", (long)counted);
  return real(path, text, size);
}
