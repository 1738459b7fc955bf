/** The key in an `Authorization` header with the given scheme; undefined if there is none. */
export function keyOf(scheme: 'Bearer' | 'Token', authorization: string | undefined): string | undefined {
  const match = /^(\S+) +(\S+)$/.exec(authorization ?? '');
  return match?.[1]?.toLowerCase() === scheme.toLowerCase() ? match[2] : undefined;
}
