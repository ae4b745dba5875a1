package subscription

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

const (
	// chunkSources is the number of sources that are read with one query.
	chunkSources = 500
	// hashBytes are enough to tell two versions of one source apart.
	hashBytes = 8
	// entryBytes is the size of an entry of a stored content: an id and a hash.
	entryBytes = 16 + hashBytes
)

type sourceHash [hashBytes]byte

// hashes maps the ids of the sources of a message to the hashes of their records.
type hashes map[uuid.UUID]sourceHash

// parseHashes parses a stored content.
func parseHashes(stored []byte) hashes {
	found := hashes{}
	for entry := range slices.Chunk(stored, entryBytes) {
		if len(entry) == entryBytes {
			found[uuid.UUID(entry[:16])] = sourceHash(entry[16:])
		}
	}
	return found
}

// hash returns the hash of what a file shows of a source, without the times.
func hash(r listfile.Record) (h sourceHash, err error) {
	r.CreatedAt, r.UpdatedAt = nil, nil
	r.Endpoints = slices.Clone(r.Endpoints)
	for i := range r.Endpoints {
		r.Endpoints[i].CreatedAt, r.Endpoints[i].UpdatedAt = nil, nil
	}
	data, err := json.Marshal(r)
	sum := sha256.Sum256(data)
	copy(h[:], sum[:])
	return h, err
}

// draft is an unsent message.
type draft struct {
	view   notify.ViewMessage
	file   []byte
	hashes []byte // nil: the view is too large to compare its sources
}

// isEmpty reports whether nothing differs from the previous message.
func (d *draft) isEmpty() bool {
	v := d.view
	return !v.IsComplete && v.New.Count+v.Changed.Count+v.Gone.Count == 0
}

// buildMessage returns the message about a view. previous is the stored content of the previous message, or nil.
func (s *Service) buildMessage(ctx context.Context, sub Subscription, view *savedview.View, previous []byte) (*draft,
	error) {
	query := view.FilterOf(sub.OwnerID)
	query.Sort = view.Sort
	d := &draft{view: notify.ViewMessage{SubscriptionID: sub.ID, ViewID: view.ID, View: view.Name,
		IsComplete: sub.Content == All || previous == nil}}
	limit := s.maxSources
	if sub.Content == Changes {
		limit = s.maxCompared
	}
	found, err := s.lists.Matches(ctx, query, limit+1)
	if err != nil {
		return nil, err
	}
	if d.view.Total = len(found.IDs); d.view.Total > limit {
		d.view.FileOmittedReason = "The view has more than " + notify.Number(limit) +
			" sources, the limit of a message."
		d.view.IsComplete = true
		d.view.Total, d.view.IsMinimum, err = s.lists.Count(ctx, query)
		return d, err
	}
	before := parseHashes(previous)
	var file bytes.Buffer
	writer := listfile.NewWriter(&file, listfile.CSV, listfile.Options{Endpoints: found.Endpoints})
	d.hashes = []byte{}
	for ids := range slices.Chunk(found.IDs, chunkSources) {
		sources, err := source.Load(ctx, s.db.Pool, ids)
		if err != nil {
			return nil, err
		}
		records, err := listfile.FromSources(ctx, s.db.Pool, sources)
		if err != nil {
			return nil, err
		}
		for i, loaded := range sources {
			h, err := hash(records[i])
			if err != nil {
				return nil, err
			}
			d.hashes = append(append(d.hashes, loaded.ID[:]...), h[:]...)
			last, isKnown := before[loaded.ID]
			delete(before, loaded.ID)
			switch {
			case d.view.IsComplete:
			case !isKnown:
				d.view.New.Add(loaded.ID, loaded.Name)
			case last != h:
				d.view.Changed.Add(loaded.ID, loaded.Name)
			default:
				continue
			}
			d.view.Rows++
			if d.view.Rows > s.maxSources || file.Len() > maxFileBytes {
				continue
			}
			if err := writer.Write(&records[i]); err != nil {
				return nil, err
			}
		}
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	switch {
	case d.view.Rows > s.maxSources:
		d.view.Rows, d.view.FileOmittedReason = 0, "A file has at most "+notify.Number(s.maxSources)+" sources."
	case file.Len() > maxFileBytes:
		d.view.Rows, d.view.FileOmittedReason = 0, "The CSV file is larger than 4 MiB, the limit of a message."
	case d.view.Rows > 0:
		d.file = file.Bytes()
	}
	if d.view.IsComplete {
		return d, nil
	}
	return d, s.addGone(ctx, d, before)
}

// addGone adds the sources that are no longer in the view. Deleted ones have no name.
func (s *Service) addGone(ctx context.Context, d *draft, gone hashes) error {
	ids := make([]uuid.UUID, 0, len(gone))
	for id := range gone {
		ids = append(ids, id)
	}
	rows, err := s.db.Pool.Query(ctx, `
		SELECT s.id, s.name
		FROM sources s
		WHERE s.id = ANY($1)
		ORDER BY s.name_key, s.id
		LIMIT $2`, ids, notify.MaxNamed)
	if err != nil {
		return err
	}
	var id uuid.UUID
	var name string
	_, err = pgx.ForEachRow(rows, []any{&id, &name}, func() error {
		d.view.Gone.Add(id, name)
		return nil
	})
	d.view.Gone.Count = len(gone)
	return err
}
