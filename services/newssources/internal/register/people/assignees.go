package people

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

const (
	// maxAssignees bounds the list of members to whom work can be assigned. In a larger organization,
	// members are found by their name.
	maxAssignees = 200
	// maxUnassigned bounds the sources that one transaction unassigns. The next calls of ReleaseWork
	// unassign the others.
	maxUnassigned = 1000
)

// isAssignable is the SQL condition for members m to whom work can be assigned: those who can sign
// in and change sources.
const isAssignable = `m.role IN ('editor', 'admin') AND m.disabled_at IS NULL AND m.removed_at IS NULL AND ` + admitted

// Assignees returns up to maxAssignees members to whom work can be assigned, by name. The text is a
// part of the name or of the e-mail address.
func (d *Directory) Assignees(ctx context.Context, text string) ([]Member, error) {
	rows, err := d.db.Pool.Query(ctx, `
		SELECT `+memberColumns+` FROM members m
		 WHERE `+isAssignable+` AND ($3 = '' OR position(lower($3) IN lower(m.name || ' ' || m.email)) > 0)
		 ORDER BY lower(coalesce(nullif(m.name, ''), m.email)), m.id LIMIT $4`,
		d.allowed.Domains(), d.allowed.Emails(), text, maxAssignees)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanCollected)
}

// maxApprovers is the number of members who are named as approvers of a change.
const maxApprovers = 5

// Approvers returns up to maxApprovers members who can approve a change of the actor: others with at
// least the role, in descending order of their last request.
func (d *Directory) Approvers(ctx context.Context, by audit.Actor, least identity.Role) ([]Member, error) {
	rows, err := d.db.Pool.Query(ctx, `
		SELECT `+memberColumns+`
		FROM members m
		WHERE `+isAssignable+`
			AND ($3 = 'editor' OR m.role = 'admin')
			AND m.id IS DISTINCT FROM $4
			AND m.email_key <> $5
		ORDER BY m.last_seen_at DESC NULLS LAST, m.id
		LIMIT $6`, d.allowed.Domains(), d.allowed.Emails(), string(least), by.ActorID, identity.FoldEmail(by.Email),
		maxApprovers)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanCollected)
}

// LockAssignee returns the member with this id if work can be assigned to them. It locks the row of
// the member, so that this remains true until the end of the transaction.
func (d *Directory) LockAssignee(ctx context.Context, tx postgres.Tx, id uuid.UUID) (Member, error) {
	list, err := queryAll(ctx, tx, scanCollected,
		`SELECT `+memberColumns+` FROM members m WHERE m.id = $3 AND `+isAssignable+` FOR SHARE OF m`, d.allowed.Domains(),
		d.allowed.Emails(), id)
	if err != nil {
		return Member{}, err
	}
	if len(list) == 0 {
		var wrong problem.Fields
		wrong.Add("/assignee_id", "not_assignable", "This member does not exist, can no longer sign in, or can't change sources. "+
			"Choose an active editor or administrator.")
		return Member{}, wrong.Err()
	}
	return list[0], nil
}

// releasedAtOnce is the number of sources that one transaction of ReleaseWork unassigns.
const releasedAtOnce = 200

// ReleaseWork unassigns the sources of members to whom work can no longer be assigned, and returns
// their number. Changes of members do this at once; ReleaseWork covers members whom the
// configuration no longer admits, and the sources above maxUnassigned.
func (d *Directory) ReleaseWork(ctx context.Context) (released int, err error) {
	batch := d.db.Batch("release_work")
	sources, err := d.db.IDs(ctx, `
		SELECT h.source_id
		FROM source_health h
		JOIN members m ON m.id = h.assignee_id
		WHERE NOT (`+isAssignable+`) AND `+batch.NotFailed("h.source_id")+`
		LIMIT $3`, d.allowed.Domains(), d.allowed.Emails(), maxUnassigned)
	if err != nil {
		return 0, err
	}
	err = batch.EachPart(ctx, sources, releasedAtOnce, func(part []uuid.UUID) error {
		var changed int
		err := d.db.Tx(ctx, func(tx postgres.Tx) error {
			ids, err := queryAll(ctx, tx, pgx.RowTo[uuid.UUID], `
				SELECT m.id
				FROM members m
				WHERE NOT (`+isAssignable+`) AND m.id IN (SELECT assignee_id FROM source_health WHERE source_id = ANY($3))
				ORDER BY m.id
				FOR SHARE OF m`, d.allowed.Domains(), d.allowed.Emails(), part)
			if err != nil || len(ids) == 0 {
				return err
			}
			changed, err = unassign(ctx, tx, audit.Actor{}, ids, part)
			return err
		})
		if err == nil {
			released += changed
		}
		return err
	})
	return released, err
}

// unassign unassigns at most maxUnassigned sources of members, records this in the history of the
// sources, and returns their number. It unassigns only the given sources, or all if sources is nil.
func unassign(ctx context.Context, tx postgres.Tx, actor audit.Actor, members, sources []uuid.UUID) (int, error) {
	type assignment struct {
		ID           uuid.UUID
		Source, Name string
	}
	list, err := queryAll(ctx, tx, pgx.RowToStructByPos[assignment], `
		WITH locked AS MATERIALIZED (
			SELECT source_id, assignee_id
			FROM source_health
			WHERE assignee_id = ANY($1) AND ($3::uuid[] IS NULL OR source_id = ANY($3))
			ORDER BY source_id
			LIMIT $2
			FOR UPDATE
		)
		UPDATE source_health h SET assignee_id = NULL, work_version = h.work_version + 1
		FROM locked l JOIN sources s ON s.id = l.source_id JOIN members m ON m.id = l.assignee_id
		WHERE h.source_id = l.source_id RETURNING s.id, s.name, coalesce(nullif(m.name, ''), m.email)`,
		members, maxUnassigned, sources)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	events := make([]audit.Event, len(list))
	for i, a := range list {
		changes, err := audit.Diff(fields{"assignee": a.Name}, nil)
		if err != nil {
			return 0, err
		}
		events[i] = audit.Event{Action: "work.unassigned", TargetType: audit.TargetSource, TargetID: a.ID,
			TargetName: a.Source, SourceID: a.ID, Changes: changes}
	}
	return len(list), audit.Record(ctx, tx, actor, events...)
}
