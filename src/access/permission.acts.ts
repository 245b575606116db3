import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../acts/act.js'
import { listAct } from '../acts/list-act.js'
import { answerShapes } from '../database/rows/record-schema.js'
import { named } from '../http/answers.js'
import * as permissions from './permission.service.js'
import {
  createPermissionSchema,
  permissionParams,
  permissionQuery,
  permissionRecord,
  updatePermissionSchema,
} from './permission.shape.js'
import { Permission } from './permission.type.js'

const permission = named('Permission', Type.Object(answerShapes(permissionRecord)))

export const permissionActs: Acts = {
  tag: 'Permissions',
  acts: [
    listAct({
      says: 'Lists the table of permissions.',
      rest: 'GET /api/admin/permissions',
      id: 'listPermissions',
      auth: 'admin',
      query: permissionQuery,
      item: permission,
      list: (ctx, { query }) => permissions.listPermissions(ctx, query),
    }),
    act({
      says: 'Adds a row to the permission table. It takes effect with the next request. For administrators only.',
      rest: 'POST /api/admin/permissions',
      auth: 'admin',
      body: createPermissionSchema,
      run: (ctx, { body }) => permissions.createPermission(ctx, body),
      status: 201,
      answer: permission,
      mutation: {
        name: 'createPermission',
        input:
          'The row to add to the permission table. VALIDATION_ERROR if it would have no effect, CONFLICT if it exists ' +
          'already.',
        payload: { permission: () => Permission },
      },
    }),
    act({
      says: 'Changes a row of the permission table, with effect from the next request. For administrators only.',
      rest: 'PATCH /api/admin/permissions/:id',
      auth: 'admin',
      params: permissionParams,
      body: updatePermissionSchema,
      run: (ctx, { id, body: { ownOnly } }) => permissions.updatePermission(ctx, id, ownOnly),
      answer: permission,
      mutation: {
        name: 'updatePermission',
        input: 'The change of a row of the permission table. VALIDATION_ERROR if the row would then have no effect.',
        payload: { permission: () => Permission },
      },
    }),
    act({
      says: 'Deletes a row of the permission table, with effect from the next request. For administrators only.',
      rest: 'DELETE /api/admin/permissions/:id',
      auth: 'admin',
      params: permissionParams,
      run: (ctx, { id }) => permissions.deletePermission(ctx, id),
      status: 204,
      answer: null,
      mutation: { name: 'deletePermission', input: 'The row to delete from the permission table.', deletes: true },
    }),
  ],
}
