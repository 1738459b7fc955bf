/** A file to fetch, with its size. */
export interface RemoteFile {
  url: string;
  bytes: number;
}

/** Complete files by URL. */
export type FetchedFiles = Map<string, Blob>;

/**
 * Fetches the missing files. Complete files are kept even if others fail, so that a retry fetches only the rest.
 *
 * @param onShare called with the downloaded fraction, from 0 to 1
 * @throws whatever `fetch` throws, and an Error if a file is missing or has the wrong size
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
    if (!ok || body === null) throw new Error('The file is missing.');
    const pieces: BlobPart[] = [];
    let length = 0;
    const reader = body.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      pieces.push(read.value);
      length += read.value.length;
      note(url, Math.min(length, bytes));
    }
    if (length !== bytes) throw new Error('The file has the wrong length.');
    fetched.set(url, new Blob(pieces));
  };
  try {
    await Promise.all(files.filter(({ url }) => !fetched.has(url)).map(fetchOne));
  } catch (error) {
    broken.abort();
    throw error;
  }
}
