import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { ViewerCan } from '../access/viewer-can.type.js'
import { viewerCan } from '../access/viewer-can.service.js'
import type { GraphQLContext } from '../graphql/context.js'
import type { ConnectionOf } from '../graphql/connection.js'
import { arraysOf } from '../graphql/members.js'
import { load } from '../lib/load.js'
import { isUuid, normalUuid } from '../lib/uuid.js'
import { parse } from '../lib/validate.js'
import { CreatePersonaInput, UpdateOntologyInput, UpdatePersonaInput } from './persona.input.js'
import { createPersonaSchema, ontologySchema, updatePersonaSchema } from './persona.schema.js'
import {
  Ontology,
  OntologyType,
  OntologyTypeKind,
  Persona,
  PersonaConnection,
  PersonaPageArgs,
} from './persona.type.js'
import { arraysOfTypes } from './type-members.js'
import * as ontologies from './ontology.service.js'
import * as personas from './persona.service.js'

@Resolver(() => Persona)
export class PersonaResolver {
  @Query(() => PersonaConnection, { description: 'Own, system-generated and project-readable personas, newest first.' })
  personas(
    @Ctx() ctx: GraphQLContext,
    @Args(() => PersonaPageArgs) args: PersonaPageArgs,
    @Arg('includeHidden', () => Boolean, { nullable: true, description: 'Also those that are hidden.' })
    includeHidden?: boolean,
    @Arg('projectId', () => ID, { nullable: true, description: 'Only those of a project.' }) projectId?: string,
    @Arg('search', () => String, { nullable: true, description: 'Only those whose name or role contains this.' })
    search?: string,
  ): Promise<ConnectionOf<Persona>> {
    return personas.pageOfPersonas(ctx, args, personas.personaFilter({ includeHidden, projectId, search }))
  }

  @Query(() => Persona, { nullable: true, description: 'A persona by its id, null when there is none to read.' })
  async persona(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'UUID.' }) id: string,
  ): Promise<Persona | null> {
    return isUuid(id) ? ((await load(ctx, personas.personasByIds, normalUuid(id))) ?? null) : null
  }

  @Mutation(() => Persona, { description: 'Makes a persona with an empty ontology.' })
  createPersona(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreatePersonaInput) input: CreatePersonaInput,
  ): Promise<Persona> {
    return personas.createPersona(ctx, parse(createPersonaSchema, { ...input }))
  }

  @Mutation(() => Persona, { description: 'Changes a persona.' })
  updatePersona(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdatePersonaInput) input: UpdatePersonaInput,
  ): Promise<Persona> {
    const { id, ifVersion, ...changes } = input
    return personas.updatePersona(ctx, id, parse(updatePersonaSchema, changes), ifVersion ?? undefined)
  }

  @Mutation(() => Ontology, { description: 'Replaces arrays of an ontology.' })
  async updateOntology(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateOntologyInput) input: UpdateOntologyInput,
  ): Promise<Ontology> {
    const { personaId, ifVersion, typed, ...arrays } = input
    const given = parse(ontologySchema, arraysOf(arrays, typed, arraysOfTypes))
    const { version } = await ontologies.updateOntologyOf(ctx, personaId, given, ifVersion ?? undefined)
    // Others may have written since: with their version the next change would overwrite what was never seen.
    return { ...(await ontologies.getOntology(ctx, personaId)), version }
  }

  @FieldResolver(() => ViewerCan, { description: 'What the viewer may do with it.' })
  viewerCan(@Ctx() ctx: GraphQLContext, @Root() { id }: Persona): Promise<ViewerCan> {
    return load(ctx, viewerCan, { kind: 'persona' as const, id })
  }
}

@Resolver(() => Ontology)
export class OntologyResolver {
  @FieldResolver(() => [OntologyType], { description: 'The types in stored order, of one kind or of all.' })
  types(
    @Ctx() ctx: GraphQLContext,
    @Root() { personaId }: Ontology,
    @Arg('kind', () => OntologyTypeKind, { nullable: true, description: 'Only this array.' }) kind?: OntologyTypeKind,
  ): Promise<OntologyType[]> {
    return ontologies.typesOfKind(ctx, personaId, kind)
  }
}
