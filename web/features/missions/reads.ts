import { missions } from "#web/entities/mandats/missions.ts";

export const missionList = { resource: missions, sort: "-dateSignature" };
