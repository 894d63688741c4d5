const FILES_PER_CLIENT = 256
const FILES_MAX = 16_384

/**
 * Which record is that of a file's upload, by the service's id of the file: a prompt that names the file is recorded with it. In memory
 * alone, bounded, per client too.
 */
export class UploadLinks {
  readonly #clients = new Map<string, Map<string, string>>()
  #total = 0

  add(client: string, fileId: string, interaction: string): void {
    const files = this.#clients.get(client) ?? new Map<string, string>()
    this.#clients.delete(client)
    this.#clients.set(client, files)
    if (!files.delete(fileId)) this.#total++
    files.set(fileId, interaction)
    for (const oldest of files.keys()) {
      if (files.size <= FILES_PER_CLIENT) break
      files.delete(oldest)
      this.#total--
    }
    for (const [oldest, { size }] of this.#clients) {
      if (this.#total <= FILES_MAX || this.#clients.size === 1) break
      this.#clients.delete(oldest)
      this.#total -= size
    }
  }

  /** The records of the uploads of these files, each once. */
  of(client: string, fileIds: readonly string[]): readonly string[] {
    const files = this.#clients.get(client)
    if (files === undefined) return []
    return [...new Set(fileIds.map((id) => files.get(id)).filter((found) => found !== undefined))]
  }
}
