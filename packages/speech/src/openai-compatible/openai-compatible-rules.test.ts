import { playUploadServer, uploadRefusal } from '../testing/played-upload-server.ts';
import { describeProvider } from '../testing/provider-rules.ts';
import { createOpenAiCompatibleProvider } from './openai-compatible-provider.ts';

describeProvider('A compatible server', {
  create: createOpenAiCompatibleProvider,
  play: playUploadServer,
  refusals: [
    uploadRefusal('the key is refused', 401, '{"error":{"code":"invalid_api_key","message":"secret-key"}}', 'auth'),
    uploadRefusal('a right is missing', 403, '', 'permission'),
    uploadRefusal('no credit is left', 402, '', 'quota'),
    uploadRefusal('too many requests', 429, '', 'rate-limit'),
    uploadRefusal('no such model', 404, '', 'bad-config'),
    uploadRefusal('no text in the answer', 200, '{"error":"what was said"}', 'protocol'),
    uploadRefusal('the server has an error', 500, 'what was said', 'server'),
  ],
  keyCheck: {
    accept: ({ exchanges }) => exchanges[0]!.respond(200, {}, '{"data":[]}'),
    refuse: ({ exchanges }) => exchanges[0]!.respond(401, {}, ''),
  },
});
