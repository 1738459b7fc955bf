import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import {
  downloadRelease,
  getLatestRelease,
  getMacos12UpdateFeed,
  getReleaseFile,
  getUpdateFeed,
  listReleases,
} from '@workspace/contract/releases';
import type { FastifyReply } from 'fastify';
import { Failure } from '../failure.ts';
import type { FeatureContext } from '../http/feature.ts';
import { imageNameOf, MACOS_12_UPDATE_FEED, Releases, UPDATE_FEED } from './read-releases.ts';

/** A release never changes under its name; which one is newest does. */
const KEEP = 'public, max-age=3600';
const KEEP_BRIEFLY = 'public, max-age=60';

export async function serveReleases({ app, serveCall, services }: FeatureContext): Promise<void> {
  const { config, log } = services;
  const releases = new Releases({ folder: resolve(config.releasesDir), publicApiUrl: config.publicApiUrl, log });
  // Handles ranges and conditional requests; which files may be sent, and as what type, is decided here.
  await app.register(fastifyStatic, { root: releases.folder, serve: false, cacheControl: false });

  const sendFile = async (
    reply: FastifyReply,
    name: string,
    type: string,
    cacheControl: string,
  ): Promise<FastifyReply> => {
    if (!(await releases.has(name))) throw new Failure('not-found');
    return reply.type(type).header('Cache-Control', cacheControl).sendFile(name, { contentType: false });
  };

  serveCall(listReleases, async ({ reply }) => {
    reply.header('Cache-Control', KEEP_BRIEFLY);
    return releases.list();
  });
  serveCall(getLatestRelease, async ({ reply }) => {
    reply.header('Cache-Control', KEEP_BRIEFLY);
    const all = (await releases.list()).filter(({ channel }) => channel === undefined);
    const latest = all.find(({ version }) => !version.includes('-')) ?? all[0];
    if (latest === undefined) throw new Failure('not-found', { messages: ['There is no release yet.'] });
    return latest;
  });
  serveCall(getUpdateFeed, ({ reply }) => sendFile(reply, UPDATE_FEED, 'text/yaml', KEEP_BRIEFLY));
  serveCall(getMacos12UpdateFeed, async ({ reply }) => {
    const feed = (await releases.has(MACOS_12_UPDATE_FEED)) ? MACOS_12_UPDATE_FEED : UPDATE_FEED;
    return sendFile(reply, feed, 'text/yaml', KEEP_BRIEFLY);
  });
  serveCall(getReleaseFile, ({ input, reply }) => sendFile(reply, input.params.name, 'application/octet-stream', KEEP));
  serveCall(downloadRelease, ({ input, reply }) => {
    const name = imageNameOf(input.params.version);
    reply.header('Content-Disposition', `attachment; filename="${name}"`);
    return sendFile(reply, name, 'application/x-apple-diskimage', KEEP);
  });
}
