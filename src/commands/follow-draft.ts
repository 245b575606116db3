import { open, rename, rm, type FileHandle } from 'node:fs/promises'

const newline = Buffer.from('\n')
const pieceBytes = 1 << 18

/** A file that is written in large pieces, and that replaces another file once it is on the disk as a whole. */
export class Draft {
  private pieces: Buffer[] = []
  private bytes = 0
  lines = 0

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
  ) {}

  static async of(path: string): Promise<Draft> {
    return new Draft(path, await open(`${path}.part`, 'w'))
  }

  async add(...parts: Buffer[]): Promise<void> {
    for (const part of [...parts, newline]) {
      this.pieces.push(part)
      this.bytes += part.length
    }
    this.lines += 1
    if (this.bytes >= pieceBytes) await this.write()
  }

  private async write(): Promise<void> {
    await this.file.writev(this.pieces)
    this.pieces = []
    this.bytes = 0
  }

  /** Writes the rest and waits for the disk. */
  async end(): Promise<void> {
    if (this.pieces.length) await this.write()
    await this.file.sync()
    await this.file.close()
  }

  async keep(): Promise<void> {
    await rename(`${this.path}.part`, this.path)
  }

  async drop(): Promise<void> {
    await this.file.close().catch(() => undefined)
    await rm(`${this.path}.part`, { force: true })
  }
}

/** Waits until the names in a folder are on the disk; not every system supports this. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
