import type { Transport } from '@workspace/speech/transport';
import { ConnectionAgent } from './connection-agent.ts';
import { NodeHttpExchange } from './http-exchange.ts';
import type { ProxyEnvironment } from './proxy-environment.ts';
import { secureContextOnDemand, trustedCertificates } from './trusted-certificates.ts';
import { NodeWebSocket } from './web-socket.ts';

export interface NodeTransportOptions {
  /** The environment's variables, of which those that name a proxy are used. */
  proxyEnvironment: ProxyEnvironment;
  /** Authorities to trust, as PEM; those of Node, of the environment and of the system if it is left out. */
  certificates?: () => string[];
}

/** The network of this machine. */
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
  // Not the connections that requests left: one may be dead without a sign, and finding out would cost time.
  const agentForSocket = newAgents();
  return {
    connect: (request, listener) => new NodeWebSocket(request, listener, agentForSocket(request.url)),
    request: (request, onSent) => new NodeHttpExchange(request, agentForRequest(request.url), onSent),
  };
}
