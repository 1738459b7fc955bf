import type { Transport } from '@workspace/speech/transport';
import { ConnectionAgent } from './connection-agent.ts';
import { NodeHttpExchange } from './http-exchange.ts';
import type { ProxyEnvironment } from './proxy-environment.ts';
import { secureContextOnDemand, trustedCertificates } from './trusted-certificates.ts';
import { NodeWebSocket } from './web-socket.ts';

export interface NodeTransportOptions {
  /** Environment variables; only those that configure a proxy are used. */
  proxyEnvironment: ProxyEnvironment;
  /** Certificate authorities to trust, as PEM. Default: those of Node, of the environment and of the system. */
  certificates?: () => string[];
}

/** Creates a transport on this machine's network. */
export function createNodeTransport({
  proxyEnvironment,
  certificates = trustedCertificates,
}: NodeTransportOptions): Transport {
  const secureContext = secureContextOnDemand(certificates);
  const newAgents = () => {
    const plain = new ConnectionAgent({ isSecure: false, proxyEnvironment, secureContext });
    const secure = new ConnectionAgent({ isSecure: true, proxyEnvironment, secureContext });
    return (url: string) => (/^(https|wss):/i.test(url) ? secure : plain);
  };
  const agentForRequest = newAgents();
  // Not the idle connections of requests: one may be dead without notice, and finding out would take time.
  const agentForSocket = newAgents();
  return {
    connect: (request, listener) => new NodeWebSocket(request, listener, agentForSocket(request.url)),
    request: (request, onSent) => new NodeHttpExchange(request, agentForRequest(request.url), onSent),
  };
}
