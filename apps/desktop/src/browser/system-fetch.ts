import http from 'node:http';
import { setDefaultCACertificates } from 'node:tls';
import { type ProxyEnvironment, proxyFor } from '@workspace/node-ports/proxy-environment';
import { trustedCertificates } from '@workspace/node-ports/trusted-certificates';

/** This machine itself is always reached directly. Node compares with the host as a URL has it: in brackets. */
const LOOPBACK = 'localhost,127.0.0.1,::1,[::1]';

/**
 * A `fetch` that uses the environment's proxy and trusts the system's certificates, which are read at the first call. It
 * rejects with a `NetworkFailure` if the environment names a proxy that is none.
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

/** The address of a proxy as dictations read it, even if the environment leaves out its scheme; empty if there is none. */
function proxyIn(environment: ProxyEnvironment, { isSecure }: { isSecure: boolean }): string {
  const withoutExceptions = { ...environment, no_proxy: '', NO_PROXY: '' };
  return proxyFor({ isSecure, host: '', port: 0 }, withoutExceptions)?.href ?? '';
}
