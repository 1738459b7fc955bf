import { spawn } from 'node:child_process';

/** Removes a folder without making anyone wait: on some disks, thousands of files take seconds. */
export function removeInBackground(folder: string): void {
  spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' }).unref();
}
