import { missions } from "#web/entities/missions/api.ts";

export const missionList = { resource: missions, sort: "-dateSignature" };
