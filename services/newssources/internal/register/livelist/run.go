package livelist

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// accept are the formats of lists, in the order of preference.
const accept = "text/x-opml, application/json, application/x-ndjson, text/csv, */*;q=0.5"

// claimed is a list that this process reads.
type claimed struct {
	ID                   uuid.UUID
	Version              int
	Name, URL            string
	Sealed               []byte
	IntervalHours        int
	ETag, LastModified   string
	BodyHash             []byte
	Rows                 int
	AcceptedAt           *time.Time
	ChangeSetID          *uuid.UUID
	acceptsAny           bool // a person accepts a list that became much shorter or longer
	username, password   string
	newETag, newModified string
	newHash              []byte
	retryAfter           time.Duration
}

// outcome is what a reading found.
type outcome struct {
	result  Result
	detail  string
	content *content // of Proposed and Same
}

const claim = `
	UPDATE live_lists SET next_read_at = now() + $1::interval
	WHERE id = (
		SELECT id
		FROM live_lists
		WHERE `

const claimedColumns = `
		LIMIT 1
		FOR UPDATE SKIP LOCKED)
	RETURNING id, version, name, url, sealed, interval_hours, etag, last_modified, body_hash, rows, accepted_at,
		change_set_id`

func (l *Lists) claim(ctx context.Context, where string, args ...any) (*claimed, error) {
	rows, err := l.db.Pool.Query(ctx, claim+where+claimedColumns, append([]any{lease}, args...)...)
	if err != nil {
		return nil, err
	}
	c, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (*claimed, error) {
		c := &claimed{}
		return c, row.Scan(&c.ID, &c.Version, &c.Name, &c.URL, &c.Sealed, &c.IntervalHours, &c.ETag, &c.LastModified,
			&c.BodyHash, &c.Rows, &c.AcceptedAt, &c.ChangeSetID)
	})
	if postgres.IsNoRows(err) {
		return nil, nil
	}
	return c, err
}

// Run reads the lists that are due, one after the other. It begins no reading after claimCtx ends.
func (l *Lists) Run(ctx, claimCtx context.Context) error {
	var failures []error
	for claimCtx.Err() == nil {
		c, err := l.claim(ctx, "next_read_at <= now() AND NOT paused ORDER BY next_read_at")
		if err != nil || c == nil {
			return errors.Join(append(failures, err)...)
		}
		if err := l.read(ctx, c); err != nil { // the lease delays the next attempt
			failures = append(failures, err)
		}
	}
	return errors.Join(failures...)
}

// ReadNow reads a list at once. acceptsAny accepts a version that is much shorter or longer than the
// last one.
func (l *Lists) ReadNow(ctx context.Context, id uuid.UUID, acceptsAny bool) (*List, error) {
	c, err := l.claim(ctx, "id = $2", id)
	if err != nil {
		return nil, err
	}
	if c == nil {
		if _, err := l.Get(ctx, id); err != nil {
			return nil, err
		}
		return nil, problem.New(problem.Busy, "This live list is being read already. Wait a moment, then reload the page.")
	}
	c.acceptsAny = acceptsAny
	if err := l.read(ctx, c); err != nil {
		return nil, err
	}
	return l.Get(ctx, id)
}

// read reads a list and stores the outcome.
func (l *Lists) read(ctx context.Context, c *claimed) error {
	o, err := l.perform(ctx, c)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil {
		err = l.store(ctx, c, o)
	}
	if err == nil || postgres.StopsBatch(ctx, err) {
		return err
	}
	l.Log.ErrorContext(ctx, "a live list could not be processed", "live_list", c.ID, "error", err)
	failure := outcome{result: Failed, detail: "The list could not be processed because of an internal error, which was " +
		"logged."}
	return errors.Join(err, l.store(ctx, c, failure))
}

// perform requests a list and decides what its response means.
func (l *Lists) perform(ctx context.Context, c *claimed) (outcome, error) {
	if err := l.open(c); err != nil {
		return outcome{result: Failed, detail: "The user name and the password can't be decrypted, because their key was " +
			"removed. Enter them again."}, nil
	}
	request := fetch.Request{URL: c.URL, Username: c.username, Password: c.password, Accept: accept, MaxBytes: maxBytes,
		// robots.txt is for crawlers; a member has entered this address.
		SkipRobots: true}
	if c.AcceptedAt != nil && !c.acceptsAny {
		request.ETag, request.LastModified = c.ETag, c.LastModified
	}
	response := l.Client.Get(ctx, request)
	c.retryAfter = response.RetryAfter
	switch {
	case response.Outcome == fetch.NotModified:
		return outcome{result: Unchanged}, nil
	case response.Outcome != fetch.OK:
		return outcome{result: Failed, detail: response.Detail}, nil
	}
	hash := sha256.Sum256(response.Body)
	c.newHash, c.newETag, c.newModified = hash[:], response.ETag, response.LastModified
	if bytes.Equal(c.newHash, c.BodyHash) {
		return outcome{result: Unchanged}, nil
	}
	found, err := l.analyse(ctx, c, response.Body)
	if p, ok := errors.AsType[*problem.Error](err); ok {
		return outcome{result: Refused, detail: p.Detail}, nil
	}
	if err != nil {
		return outcome{}, err
	}
	outlets, err := l.acceptedOutlets(ctx, c.ID)
	if err != nil {
		return outcome{}, err
	}
	if reason := found.implausible(c.Rows, outlets); reason != "" && !c.acceptsAny {
		return outcome{result: Refused, detail: reason}, nil
	}
	detail := found.summary()
	if found.keepInvalid(outlets) {
		detail += " No source is proposed for archiving, because these rows may be those of the missing sources."
	}
	return outcome{result: Same, detail: detail, content: found}, nil
}

// open decrypts the credentials of a list.
func (l *Lists) open(c *claimed) error {
	if c.Sealed == nil {
		return nil
	}
	plain, err := l.Keys.Open(c.Sealed, c.ID[:])
	if err != nil {
		return err
	}
	var stored credentials
	err = json.Unmarshal(plain, &stored)
	c.username, c.password = stored.Username, stored.Password
	return err
}

// store stores the outcome of a reading, unless the list was changed meanwhile. It proposes what
// differs from the register.
func (l *Lists) store(ctx context.Context, c *claimed, o outcome) error {
	return l.db.Tx(ctx, func(tx postgres.Tx) error {
		var version int
		err := tx.QueryRow(ctx, "SELECT version FROM live_lists WHERE id = $1 FOR UPDATE", c.ID).Scan(&version)
		if postgres.IsNoRows(err) || err == nil && version != c.Version {
			return nil
		}
		if err != nil {
			return err
		}
		o, set := o, c.ChangeSetID
		var made *uuid.UUID
		if o.content != nil {
			if made, err = l.propose(ctx, tx, c, o); err != nil {
				return err
			}
			if made != nil {
				o.result, set = Proposed, made
			}
			if err := accepted(ctx, tx, c, o.content.rows); err != nil {
				return err
			}
		}
		return finish(ctx, tx, c, o, set, made)
	})
}

// accepted stores that a version of a list was accepted.
func accepted(ctx context.Context, tx postgres.Tx, c *claimed, rows int) error {
	_, err := tx.Exec(ctx, `
		UPDATE live_lists SET accepted_at = now(), etag = $2, last_modified = $3, body_hash = $4, rows = $5
		WHERE id = $1`, c.ID, postgres.Text(c.newETag), postgres.Text(c.newModified), c.newHash, rows)
	return err
}

// finish stores the time of the next reading, the health of the list, and the reading.
func finish(ctx context.Context, tx postgres.Tx, c *claimed, o outcome, set, made *uuid.UUID) error {
	detail := postgres.Text(weburl.MaskSecrets(o.detail, "…"))
	failure, rows := "", c.Rows
	if o.result == Refused || o.result == Failed {
		failure = detail
	}
	if o.content != nil {
		rows = o.content.rows
	}
	next := max(time.Duration(c.IntervalHours)*time.Hour, c.retryAfter)
	_, err := tx.Exec(ctx, `
		UPDATE live_lists SET read_at = now(), next_read_at = now() + $2::interval, failure = $3, change_set_id = $4,
			failing_since = CASE WHEN $3 <> '' THEN coalesce(failing_since, now()) END
		WHERE id = $1`, c.ID, next, failure, set)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO live_list_reads (id, list_id, result, detail, rows, change_set_id)
		VALUES ($1, $2, $3, $4, $5, $6)`, uuid.Must(uuid.NewV7()), c.ID, o.result, detail, rows, made)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		DELETE FROM live_list_reads
		WHERE list_id = $1 AND id NOT IN (
			SELECT id FROM live_list_reads WHERE list_id = $1 ORDER BY id DESC LIMIT $2)`, c.ID, maxReads)
	return err
}
