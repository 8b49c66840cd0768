import { missions } from "#web/entities/missions/api.ts";

/** What the screen of the list reads. */
export const missionList = { resource: missions, sort: "-dateSignature" };
