import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/** Returns the CA certificates bundled with Node, those added by the environment, and those of the system. */
export function trustedCertificates(): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}

/** Returns a getter for a context that trusts the certificates. They are loaded once, on first use, as that is slow. */
export function secureContextOnDemand(certificates: () => string[]): () => SecureContext {
  let context: SecureContext | undefined;
  return () => {
    context ??= createSecureContext({ ca: certificates() });
    return context;
  };
}
