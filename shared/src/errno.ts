/** Returns whether an unknown error is a system error with one of these codes, such as 'ENOENT'. */
export function isErrno(error: unknown, ...codes: string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}

/** Error codes that mean that the disk, the quota or the maximum file size is exhausted. */
export const noRoom = ['ENOSPC', 'EDQUOT', 'EFBIG']
