/** Where the page's scripts find the player of its recording. */
export const PLAYER_ID = "recording";
