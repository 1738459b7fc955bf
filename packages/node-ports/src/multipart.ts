import type { FormField } from '@workspace/speech/transport';

/** A form as a request body: its pieces in order, including the fields' own bytes without a copy. */
export interface MultipartBody {
  contentType: string;
  byteLength: number;
  pieces: Uint8Array[];
}

/** Encodes a form as `multipart/form-data` (RFC 7578, escaped as browsers do). It must not contain the boundary. */
export function multipartBody(form: FormField[], boundary: string): MultipartBody {
  const pieces = form.flatMap((field) => [
    Buffer.from(`--${boundary}\r\n${headers(field)}\r\n\r\n`),
    'bytes' in field ? field.bytes : Buffer.from(field.value.replace(/\r\n?|\n/g, '\r\n')),
    Buffer.from('\r\n'),
  ]);
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    byteLength: pieces.reduce((sum, piece) => sum + piece.byteLength, 0),
    pieces,
  };
}

function headers(field: FormField): string {
  const disposition = `Content-Disposition: form-data; name="${escaped(field.name)}"`;
  if (!('bytes' in field)) return disposition;
  return `${disposition}; filename="${escaped(field.fileName)}"\r\nContent-Type: ${field.contentType}`;
}

function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
