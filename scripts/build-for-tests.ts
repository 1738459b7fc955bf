// Builds what tests run: the server, the app's windows, and the app with its shell for Linux.
import { buildDesktopProgram, buildServer, buildWindows } from './build-apps.ts';

buildWindows();
buildDesktopProgram();
buildServer();
