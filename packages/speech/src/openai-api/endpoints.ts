/** The end of a base URL that is the full endpoint, as with self-hosted servers: whisper.cpp's is `/inference`. */
const CALL = /(\/audio)?\/(transcriptions|inference)$/;

/** Returns the URL for transcribing files. */
export function transcriptionsUrl(baseUrl: string): string {
  return CALL.test(baseUrl) ? baseUrl : `${baseUrl}/audio/transcriptions`;
}

/** Returns the URL for listing models. */
export function modelsUrl(baseUrl: string): string {
  return `${baseUrl.replace(CALL, '')}/models`;
}
