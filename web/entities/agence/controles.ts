import type { Controle } from "#domain/agence/controle.ts";
import { resource } from "#web/lib/server/resource.ts";

export const controles = resource<Controle, never, never>("Controle");
