package livelist

import (
	"context"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// Input has the settings of a live list. Without Username and Password, KeepsCredentials keeps the
// stored ones, unless the list moves to another server.
type Input struct {
	Name, URL          string
	Username, Password string
	KeepsCredentials   bool
	IntervalHours      int
	Paused             bool
}

const selectLists = `
	SELECT l.id, l.version, l.name, l.url, l.sealed IS NOT NULL AS has_credentials, l.interval_hours, l.paused,
		l.created_at, l.updated_at, l.next_read_at, l.read_at, l.accepted_at, l.failing_since, l.failure, l.rows,
		l.change_set_id, m.id AS owner_id, m.email AS owner_email, m.name AS owner_name
	FROM live_lists l
	LEFT JOIN members m ON m.id = l.owner_id
	`

// listRecord is a row of selectLists.
type listRecord struct {
	List
	OwnerID               *uuid.UUID
	OwnerEmail, OwnerName *string
}

func scanList(row pgx.CollectableRow) (List, error) {
	r, err := pgx.RowToStructByName[listRecord](row)
	if r.OwnerID != nil {
		r.Owner = &source.Person{ID: *r.OwnerID, Email: *r.OwnerEmail, Name: *r.OwnerName}
	}
	return r.List, err
}

// All returns all lists, those that fail first.
func (l *Lists) All(ctx context.Context) ([]List, error) {
	rows, err := l.db.Pool.Query(ctx, selectLists+`
		ORDER BY l.failing_since IS NULL, lower(l.name), l.id
		LIMIT $1`, maxLists)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanList)
}

// Get returns a list, or a not_found problem.
func (l *Lists) Get(ctx context.Context, id uuid.UUID) (*List, error) {
	rows, err := l.db.Pool.Query(ctx, selectLists+"WHERE l.id = $1", id)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanList)
	if postgres.IsNoRows(err) {
		return nil, notFound()
	}
	return &found, err
}

func notFound() error {
	return problem.New(problem.NotFound, "There is no live list with this id. It may have been deleted. Reload the list.")
}

// Reads returns the readings of a list, newest first.
func (l *Lists) Reads(ctx context.Context, id uuid.UUID) ([]Read, error) {
	if _, err := l.Get(ctx, id); err != nil {
		return nil, err
	}
	rows, err := l.db.Pool.Query(ctx, `
		SELECT r.id, r.at, r.result, r.detail, r.rows, r.change_set_id
		FROM live_list_reads r
		WHERE r.list_id = $1
		ORDER BY r.id DESC
		LIMIT $2`, id, maxReads)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Read])
}

// check normalizes the settings. Addresses that are not public are refused as far as is known now; the
// guard of the client checks again with each reading.
func (l *Lists) check(ctx context.Context, in *Input) error {
	var wrong problem.Fields
	in.Name = strings.Join(strings.Fields(postgres.Text(in.Name)), " ")
	if n := utf8.RuneCountInString(in.Name); n == 0 || n > maxName {
		wrong.Add("/name", "length", "Enter a name of 1 to %d characters.", maxName)
	}
	in.URL = strings.TrimSpace(in.URL)
	address, username, password := weburl.SplitCredentials(in.URL)
	scheme, _, _ := strings.Cut(strings.ToLower(address), "://")
	switch {
	case username+password != "":
		wrong.Add("/url", "credentials", "Remove the user name and the password from the address, and enter them in their "+
			"own fields.")
	case scheme != "https" && !(l.AllowsHTTP && scheme == "http"):
		wrong.Add("/url", "scheme", "Enter an address that starts with https://.")
	default:
		if refused := l.Client.CheckPublic(ctx, in.URL); refused != nil {
			wrong.Add("/url", "address", "%s", refused.Detail)
		}
	}
	if in.IntervalHours < minHours || in.IntervalHours > MaxHours {
		wrong.Add("/interval_hours", "range", "Enter %d to %d hours.", minHours, MaxHours)
	}
	if in.Username+in.Password != "" && !l.Keys.CanSeal() {
		wrong.Add("/password", "no_key", "This server can't store secrets: its operator has not set CREDENTIALS_KEYS.")
	}
	return wrong.Err()
}

// credentials are stored encrypted, for the id of their list.
type credentials struct{ Username, Password string }

func (l *Lists) sealed(id uuid.UUID, in Input) ([]byte, error) {
	if in.Username+in.Password == "" {
		return nil, nil
	}
	plain, err := json.Marshal(credentials{in.Username, in.Password})
	if err != nil {
		return nil, err
	}
	return l.Keys.Seal(plain, id[:])
}

// Create creates a list, which is read at once by a job.
func (l *Lists) Create(ctx context.Context, by audit.Actor, in Input) (*List, error) {
	if err := l.check(ctx, &in); err != nil {
		return nil, err
	}
	if created, err := idempotency.Created(ctx, l.Get); created != nil || err != nil {
		return created, err
	}
	id := idempotency.NewID(ctx)
	secret, err := l.sealed(id, in)
	if err != nil {
		return nil, err
	}
	err = l.db.Tx(ctx, func(tx postgres.Tx) error {
		inserted, err := tx.Exec(ctx, `
			INSERT INTO live_lists (id, name, url, sealed, interval_hours, paused, owner_id)
			SELECT $1, $2, $3, $4, $5, $6, $7
			WHERE (SELECT count(*) FROM live_lists) < $8`, id, in.Name, in.URL, secret, in.IntervalHours, in.Paused,
			by.ActorID, maxLists)
		if err != nil {
			return err
		}
		if inserted.RowsAffected() == 0 {
			return problem.New(problem.LimitReached, "There are %d live lists, which is the maximum. Delete one first.",
				maxLists)
		}
		return record(ctx, tx, by, audit.Event{Action: "live_list.created", TargetID: id, Version: 1}, nil, &in)
	})
	if err != nil {
		return nil, err
	}
	return l.Get(ctx, id)
}

// Update changes the settings of a list. Another address starts like a new list.
func (l *Lists) Update(ctx context.Context, by audit.Actor, id uuid.UUID, version int, in Input) (*List, error) {
	if err := l.check(ctx, &in); err != nil {
		return nil, err
	}
	secret, err := l.sealed(id, in)
	if err != nil {
		return nil, err
	}
	err = l.change(ctx, id, version, func(tx postgres.Tx, before Input) error {
		keeps := in.KeepsCredentials && secret == nil && isSameServer(before.URL, in.URL)
		_, err := tx.Exec(ctx, `
			UPDATE live_lists SET name = $2, url = $3, sealed = CASE WHEN $4 THEN sealed ELSE $5 END, interval_hours = $6,
				paused = $7, version = version + 1, updated_at = now(),
				next_read_at = least(next_read_at, coalesce(read_at, now()) + make_interval(hours => $6))
			WHERE id = $1`, id, in.Name, in.URL, keeps, secret, in.IntervalHours, in.Paused)
		if err != nil {
			return err
		}
		if in.URL != before.URL {
			_, err = tx.Exec(ctx, `
				UPDATE live_lists SET etag = '', last_modified = '', body_hash = NULL, accepted_at = NULL, rows = 0,
					failing_since = NULL, failure = '', next_read_at = now()
				WHERE id = $1`, id)
			if err != nil {
				return err
			}
			if _, err = tx.Exec(ctx, "DELETE FROM live_list_outlets WHERE list_id = $1", id); err != nil {
				return err
			}
		}
		return record(ctx, tx, by, audit.Event{Action: "live_list.updated", TargetID: id, Version: version + 1}, &before, &in)
	})
	if err != nil {
		return nil, err
	}
	return l.Get(ctx, id)
}

// isSameServer reports whether credentials that were given for an address may be sent to another one.
func isSameServer(before, after string) bool {
	first, err1 := weburl.Parse(before)
	now, err2 := weburl.Parse(after)
	return err1 == nil && err2 == nil && now.KeepsCredentialsOf(first)
}

// Delete deletes a list. The sources that it proposed are kept.
func (l *Lists) Delete(ctx context.Context, by audit.Actor, id uuid.UUID, version int) error {
	return l.change(ctx, id, version, func(tx postgres.Tx, before Input) error {
		if _, err := tx.Exec(ctx, "DELETE FROM live_lists WHERE id = $1", id); err != nil {
			return err
		}
		return record(ctx, tx, by, audit.Event{Action: "live_list.deleted", TargetID: id, Version: version}, &before, nil)
	})
}

// change locks a list, compares its version and runs f.
func (l *Lists) change(ctx context.Context, id uuid.UUID, version int,
	f func(tx postgres.Tx, before Input) error) error {
	return l.db.Tx(ctx, func(tx postgres.Tx) error {
		var before Input
		var current int
		err := tx.QueryRow(ctx, `
			SELECT name, url, interval_hours, paused, version
			FROM live_lists
			WHERE id = $1
			FOR UPDATE`, id).Scan(&before.Name, &before.URL, &before.IntervalHours, &before.Paused, &current)
		switch {
		case postgres.IsNoRows(err):
			return notFound()
		case err != nil:
			return err
		case current != version:
			return problem.New(problem.StaleVersion, "Another member has changed this live list. Load the current version and "+
				"repeat your change.")
		}
		return f(tx, before)
	})
}

// record writes a change of a list to the history.
func record(ctx context.Context, tx postgres.Tx, by audit.Actor, event audit.Event, before, after *Input) error {
	fields := func(in *Input) map[string]any {
		if in == nil {
			return nil
		}
		return map[string]any{"name": in.Name, "url": weburl.MaskSecrets(in.URL, "…"), "interval_hours": in.IntervalHours,
			"paused": in.Paused}
	}
	changes, err := audit.Diff(fields(before), fields(after))
	if err != nil {
		return err
	}
	shown := before
	if after != nil {
		shown = after
	}
	event.TargetType, event.TargetName, event.Changes = audit.TargetLiveList, shown.Name, changes
	return audit.Record(ctx, tx, by, event)
}
