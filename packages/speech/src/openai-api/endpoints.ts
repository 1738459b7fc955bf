/** The path of a base URL that names the call itself, as self-hosted servers have it: whisper.cpp's is `/inference`. */
const CALL = /(\/audio)?\/(transcriptions|inference)$/;

/** Where files are transcribed. */
export function transcriptionsUrl(baseUrl: string): string {
  return CALL.test(baseUrl) ? baseUrl : `${baseUrl}/audio/transcriptions`;
}

/** Where the models are listed. */
export function modelsUrl(baseUrl: string): string {
  return `${baseUrl.replace(CALL, '')}/models`;
}
