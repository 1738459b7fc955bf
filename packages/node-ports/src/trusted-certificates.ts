import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/** The certificates of the authorities that Node brings, those that the environment adds, and those of the system. */
export function trustedCertificates(): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}

/** Makes a context that trusts the certificates. They are read and parsed once, at the first call, since both take time. */
export function secureContextOnDemand(certificates: () => string[]): () => SecureContext {
  let context: SecureContext | undefined;
  return () => {
    context ??= createSecureContext({ ca: certificates() });
    return context;
  };
}
