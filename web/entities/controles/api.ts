import type { Controle } from "#domain/controle.ts";
import { resource } from "#web/lib/resource.ts";

export const controles = resource<Controle, never, never>("Controle");
