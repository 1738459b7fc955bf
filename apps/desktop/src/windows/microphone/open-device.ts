import { closeMedia, UNPROCESSED } from '@workspace/browser-sound/microphone-device';
import { type CapturePlan, type CaptureWish, type ListedDevice, planCapture } from './capture-plan.ts';

export interface OpenDevice {
  media: MediaStream;
  track: MediaStreamTrack;
  plan: CapturePlan;
}

/**
 * Opens the wanted device or, if it disappears at the last moment, the one that would be opened without it. The
 * system's default is left alone. Rejects as `getUserMedia` does.
 */
export async function openDevice(
  system: Pick<MediaDevices, 'getUserMedia'>,
  devices: readonly ListedDevice[],
  wish: CaptureWish,
): Promise<OpenDevice> {
  const plan = planCapture(devices, wish);
  try {
    return await openPlanned(system, plan);
  } catch (error) {
    if (plan.deviceId === null || !isGone(error)) throw error;
    const others = devices.filter(({ deviceId }) => deviceId !== plan.deviceId);
    return openDevice(system, others, wish);
  }
}

export function closeDevice({ media }: Pick<OpenDevice, 'media'>): void {
  closeMedia(media);
}

async function openPlanned(system: Pick<MediaDevices, 'getUserMedia'>, plan: CapturePlan): Promise<OpenDevice> {
  const device = plan.deviceId === null ? {} : { deviceId: { exact: plan.deviceId } };
  const media = await system.getUserMedia({ audio: { ...UNPROCESSED, ...device } });
  const [track] = media.getAudioTracks();
  if (track) return { media, track, plan };
  closeDevice({ media });
  throw new Error('a microphone without sound');
}

function isGone(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotFoundError' || error.name === 'OverconstrainedError');
}
