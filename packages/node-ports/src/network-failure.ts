import { NetworkFailure } from '@workspace/speech/transport';

/** User messages by error code. Node's own messages are not passed on, since some quote the request. */
const MEANINGS: [codes: RegExp, meaning: string][] = [
  [/^(ENOTFOUND|EAI_\w+)$/, 'The host name was not found.'],
  [/^ECONNREFUSED$/, 'The host refused the connection.'],
  [/^(EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, "The host can't be reached from this network."],
  [/^ETIMEDOUT$/, 'The host did not answer.'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/, 'The connection broke.'],
  [/CERT|SELF_SIGNED|LEAF_SIGNATURE|HOSTNAME_MISMATCH/, 'The certificate of the host is not trusted.'],
  [/^(EPROTO|ERR_SSL_\w+)$/, 'No secure connection could be agreed on with the host.'],
  [/^ERR_INVALID_(URL|PROTOCOL)$/, 'The address is not valid.'],
  [
    /^(ERR_INVALID_CHAR|ERR_HTTP_INVALID_HEADER_VALUE)$/,
    "The API key or another header contains a character that can't be sent.",
  ],
  [/^(HPE_|WS_ERR_)/, 'The host broke the protocol.'],
];

/** Converts an error of Node or the WebSocket library to a user message that contains nothing from the request. */
export function networkFailure(error: unknown): NetworkFailure {
  if (error instanceof NetworkFailure) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const meaning = MEANINGS.find(([codes]) => code !== undefined && codes.test(code))?.[1];
  return new NetworkFailure(meaning ?? 'The connection failed.', code);
}
