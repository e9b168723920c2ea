const ATTEMPTS = 5;
const PAUSE_MS = 100;

/**
 * Removes a stopped box's folder. A request that its client has left may write one more file while
 * the folder is being removed; then it is tried again.
 */
export async function removeFolder(path: string): Promise<void> {
  for (let attempt = 1;; attempt += 1) {
    try {
      return await Deno.remove(path, { recursive: true });
    } catch (error) {
      const isFilledAgain = error instanceof Error && /Directory not empty/.test(error.message);
      if (!isFilledAgain || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
