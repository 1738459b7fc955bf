import http from 'node:http';
import { setDefaultCACertificates } from 'node:tls';
import { type ProxyEnvironment, proxyFor } from '@workspace/node-ports/proxy-environment';
import { trustedCertificates } from '@workspace/node-ports/trusted-certificates';

/** This machine is always reached directly. Node compares with the host as written in a URL: IPv6 in brackets. */
const LOOPBACK = 'localhost,127.0.0.1,::1,[::1]';

/**
 * Creates a `fetch` that uses the environment's proxy and trusts the system's certificates, which are read on the first
 * call. It rejects with a `NetworkFailure` if the environment's proxy is invalid.
 */
export function createSystemFetch(environment: ProxyEnvironment): typeof fetch {
  let isPrepared = false;
  return async (...request) => {
    if (!isPrepared) {
      const exceptions = environment.no_proxy || environment.NO_PROXY;
      http.setGlobalProxyFromEnv({
        http_proxy: proxyIn(environment, { isSecure: false }),
        https_proxy: proxyIn(environment, { isSecure: true }),
        no_proxy: exceptions ? `${exceptions},${LOOPBACK}` : LOOPBACK,
      });
      setDefaultCACertificates(trustedCertificates());
      isPrepared = true;
    }
    return fetch(...request);
  };
}

/** Returns the proxy's address as dictations read it, even if its scheme is missing; empty if there is no proxy. */
function proxyIn(environment: ProxyEnvironment, { isSecure }: { isSecure: boolean }): string {
  const withoutExceptions = { ...environment, no_proxy: '', NO_PROXY: '' };
  return proxyFor({ isSecure, host: '', port: 0 }, withoutExceptions)?.href ?? '';
}
