/** A file to be fetched, and how long it is. */
export interface RemoteFile {
  url: string;
  bytes: number;
}

/** Files that have come, by their addresses. */
export type FetchedFiles = Map<string, Blob>;

/**
 * Fetches what isn't there yet. Each file that has come whole stays, so that another attempt goes on where one failed.
 *
 * @param onShare called with the share that has arrived, from 0 to 1
 * @throws whatever `fetch` throws, and an Error if an answer is no such file
 */
export async function downloadFiles(
  files: readonly RemoteFile[],
  fetched: FetchedFiles,
  onShare: (share: number) => void,
): Promise<void> {
  const allBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const arrived = new Map(files.map(({ url, bytes }) => [url, fetched.has(url) ? bytes : 0]));
  const note = (url: string, bytes: number) => {
    arrived.set(url, bytes);
    onShare([...arrived.values()].reduce((sum, each) => sum + each, 0) / allBytes);
  };
  const broken = new AbortController();
  const fetchOne = async ({ url, bytes }: RemoteFile) => {
    const { ok, body } = await fetch(url, { signal: broken.signal });
    if (!ok || body === null) throw new Error('The file is not there.');
    const pieces: BlobPart[] = [];
    let length = 0;
    const reader = body.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      pieces.push(read.value);
      length += read.value.length;
      note(url, Math.min(length, bytes));
    }
    if (length !== bytes) throw new Error('The file has another length.');
    fetched.set(url, new Blob(pieces));
  };
  try {
    await Promise.all(files.filter(({ url }) => !fetched.has(url)).map(fetchOne));
  } catch (error) {
    broken.abort();
    throw error;
  }
}
