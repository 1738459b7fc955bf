import http from 'node:http';
import { setDefaultCACertificates } from 'node:tls';
import type { ProxyEnvironment } from '@workspace/node-ports/proxy-environment';
import { trustedCertificates } from '@workspace/node-ports/trusted-certificates';

/** This machine itself is always reached directly. */
const LOOPBACK = 'localhost,127.0.0.1,::1';

/** A `fetch` that goes by the environment's proxy and trusts the system's certificates, which are read at the first call. */
export function createSystemFetch(environment: ProxyEnvironment): typeof fetch {
  let isPrepared = false;
  return async (...request) => {
    if (!isPrepared) {
      isPrepared = true;
      const exceptions = environment.no_proxy || environment.NO_PROXY;
      const no_proxy = exceptions ? `${exceptions},${LOOPBACK}` : LOOPBACK;
      http.setGlobalProxyFromEnv({ ...environment, no_proxy });
      setDefaultCACertificates(trustedCertificates());
    }
    return fetch(...request);
  };
}
