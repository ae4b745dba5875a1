package record

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/article"
	"github.com/newsources/newsources/services/newssources/internal/checking/network"
	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

const (
	// learnEvery is the time after which a profile learns from another document, and learnFirst that
	// for the first learnDocuments.
	learnEvery, learnFirst, learnDocuments = 24 * time.Hour, time.Hour, 5
	// minKnownShare is the share of known items from which a document needs no comparison.
	minKnownShare = 0.5
	// sameOutletScore is the score below which a document ends the suspicion.
	sameOutletScore = 0
	// maxConfirmed is the number of confirmed profiles of a source that are compared, the latest ones.
	maxConfirmed = 10
	// pendingKey is the stored key of a profile with pending items. It is the key of no document, so the next one
	// is compared.
	pendingKey = 0
)

// outletState is what the database has of the profile of an endpoint, except for the profile.
type outletState struct {
	OutletURL       string
	OutletKey       int64
	OutletDocuments int
	OutletLearnedAt *time.Time
}

// hasProfile reports whether there is a profile of the present address.
func (s outletState) hasProfile(f *Finding) bool {
	return s.OutletLearnedAt != nil && s.OutletURL == f.URL
}

// outletChange is a profile to be stored.
type outletChange struct {
	key     int64
	profile *outlet.Profile
}

// HeldOutlet is why a document may belong to another outlet.
type HeldOutlet struct {
	Before  outlet.Outline  `json:"before"`
	After   outlet.Outline  `json:"after"`
	Signals []outlet.Signal `json:"signals"`
}

// observeOutlet stores the first profile, or reports whether the profile of the endpoint is needed: to
// compare the document with it or to learn from it.
func (v *verdict) observeOutlet(f *Finding, s *stored) (isNeeded bool) {
	if len(f.Document.Items) == 0 {
		return false
	}
	v.outline = func(p *outlet.Profile) outlet.Outline {
		isNew := make(map[string]bool, len(v.items))
		for _, item := range v.items {
			isNew[item.Identity] = true
		}
		o := outlet.OutlineOf(f.Document, f.Bylines, func(i int) bool {
			return isNew[f.Document.Items[i].Identity] || p.IsPending(&f.Document.Items[i])
		})
		o.Certificate = outlet.CertificateNames(f.Result)
		return p.AddPending(o)
	}
	v.outletKey = int64(article.Hash64(outlet.Key(f.Document)))
	switch {
	case s.isOtherHeld(f), s.hasProfile(f) && (v.outletKey != s.OutletKey || v.isDiscontinuous(f) || v.isPromotion()):
		return true
	case v.isStorm: // the document may be that of another outlet
		return false
	case !s.hasProfile(f) && len(v.items) > 0:
		v.outlet = &outletChange{v.outletKey, outlet.NewProfile(v.outline(&outlet.Profile{}))}
		return false
	}
	return len(v.items) > 0 && s.hasProfile(f) && s.isLearning(f)
}

// isDiscontinuous reports whether most items of the document are new.
func (v *verdict) isDiscontinuous(f *Finding) bool {
	return float64(len(v.items)) > (1-minKnownShare)*float64(len(f.Document.Items))
}

// isPromotion reports whether most titles of the new items are promotion or advice. A buyer of a lapsed domain may
// publish such items among the known ones.
func (v *verdict) isPromotion() bool {
	titles := make([]string, len(v.items))
	for i := range v.items {
		titles[i] = v.items[i].Title
	}
	return outlet.IsPromotion(titles)
}

// isLearning reports whether the profile learns from a document with new items.
func (s outletState) isLearning(f *Finding) bool {
	since := f.FinishedAt.Sub(orZero(s.OutletLearnedAt))
	return since >= learnEvery || s.OutletDocuments < learnDocuments && since >= learnFirst
}

// compareOutlets compares the documents that need it with the profiles of their endpoints, and decides
// again about those that belong to another outlet. During an incident, these are not recorded.
func (c Config) compareOutlets(ctx context.Context, tx postgres.Tx, verdicts []*verdict,
	byID map[uuid.UUID]*stored) error {
	var ids []uuid.UUID
	for _, v := range verdicts {
		if v.needsProfile {
			ids = append(ids, v.finding.EndpointID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	profiles, err := readProfiles(ctx, tx, ids)
	if err != nil {
		return err
	}
	for i, v := range verdicts {
		if !v.needsProfile {
			continue
		}
		s, found := byID[v.finding.EndpointID], profiles[v.finding.EndpointID]
		var result outlet.Comparison
		if found != nil {
			s.other, result = found.compare(v, s)
		}
		switch {
		case s.other != nil:
			if err := tx.QueryRow(ctx, network.SelectIsIncident).Scan(&v.finding.IsOwnFault); err != nil {
				return err
			}
			verdicts[i] = c.decide(v.finding, s)
			continue
		case s.isOtherHeld(v.finding): // the earlier outlet is back
			s.isSameOutlet = true
			verdicts[i] = c.decide(v.finding, s)
		}
		if found != nil && !v.isStorm {
			verdicts[i].outlet = v.learn(found.profile, s, result)
		}
	}
	return nil
}

// isOtherHeld reports whether items of the present address are held because they may belong to another outlet. A new
// address ends the suspicion.
func (s *stored) isOtherHeld(f *Finding) bool {
	return s.Held != nil && s.Held.Cause == health.OtherOutlet && s.Held.matches(f.Task)
}

// profiles are the profile of an endpoint, and the confirmed ones of its source.
type profiles struct {
	profile   *outlet.Profile
	confirmed []*outlet.Profile
}

func readProfiles(ctx context.Context, tx postgres.Tx, ids []uuid.UUID) (map[uuid.UUID]*profiles, error) {
	rows, err := tx.Query(ctx, `
		SELECT o.endpoint_id, o.profile, (
				SELECT json_agg(c.profile)
				FROM (
					SELECT profile
					FROM source_outlets
					WHERE source_id = e.source_id
					ORDER BY confirmed_at DESC
					LIMIT $2
				) c)
		FROM endpoint_outlets o
		JOIN endpoints e ON e.id = o.endpoint_id
		WHERE o.endpoint_id = ANY($1)`, ids, maxConfirmed)
	if err != nil {
		return nil, err
	}
	found := make(map[uuid.UUID]*profiles, len(ids))
	var id uuid.UUID
	var p profiles
	_, err = pgx.ForEachRow(rows, []any{&id, &p.profile, &p.confirmed}, func() error {
		found[id] = &profiles{p.profile, p.confirmed}
		p = profiles{}
		return nil
	})
	return found, err
}

// compare returns why the document may belong to another outlet, or nil, and the comparison. While items are
// held, a document of the same outlet must be like it.
func (p *profiles) compare(v *verdict, s *stored) (*HeldOutlet, outlet.Comparison) {
	limit := outlet.OtherScore
	switch {
	case s.isOtherHeld(v.finding):
		limit = sameOutletScore
		p.profile.DropPending() // they belong to the held outlet
	case v.outletKey == s.OutletKey && !v.isDiscontinuous(v.finding) && !v.isPromotion(): // it only learns
		return nil, outlet.Comparison{}
	}
	after := v.outline(p.profile)
	c := p.profile.Compare(after)
	for _, confirmed := range p.confirmed {
		if other := confirmed.Compare(after); other.Score < c.Score {
			c.Score = other.Score
		}
	}
	if s.Held == nil && v.isPromotion() && after.KnownShare > minKnownShare {
		// A paper may publish some advertisements. The next items decide.
		return nil, outlet.DoubtfulComparison()
	}
	if c.Score < limit {
		return nil, c
	}
	return &HeldOutlet{Before: p.profile.Outline, After: after, Signals: c.Signals}, c
}

// learn adds a document of the same outlet, or a doubtful one, to the profile. It returns nil if the profile is
// unchanged.
func (v *verdict) learn(p *outlet.Profile, s *stored, c outlet.Comparison) *outletChange {
	hasPending, isSameKey := p.Pending != nil, v.outletKey == s.OutletKey
	switch {
	case len(v.items) == 0 && (hasPending || isSameKey),
		isSameKey && !hasPending && !s.isLearning(v.finding) && !c.IsDoubtful():
		return nil
	}
	p.Learn(v.outline(p), c)
	if p.Pending != nil {
		return &outletChange{pendingKey, p}
	}
	return &outletChange{v.outletKey, p}
}

// holdAll holds the items of a document that may belong to another outlet, except for the known ones.
func (v *verdict) holdAll(f *Finding, s *stored, last *schedule.Check) health.Cause {
	known := v.known.Index()
	document := article.Document(f.Document.Items)
	var unknown []article.Item
	for _, d := range document {
		if !known.Has(d.Key) {
			unknown = append(unknown, d)
		}
	}
	held := v.held.merge(unknown, len(document), f.FinishedAt, f.Task)
	if held == nil {
		return health.None
	}
	last.Items, last.Known = v.itemsTotal, v.itemsTotal
	if held != v.held {
		held.Cause, held.Outlet = health.OtherOutlet, s.other
		v.held, v.hasNewHeldItems = held, true
		last.Known -= len(unknown) // so a redirect to another outlet is not taken for a move
	}
	v.state.ItemsTotal = int64(v.itemsTotal)
	return health.OtherOutlet
}

// queueOutlets stores the changed profiles.
func queueOutlets(batch *pgx.Batch, verdicts []*verdict) {
	var ids []uuid.UUID
	var urls, texts []string
	var keys []int64
	var documents []int
	var at []time.Time
	for _, v := range verdicts {
		if v.outlet == nil {
			continue
		}
		ids, urls = append(ids, v.finding.EndpointID), append(urls, v.finding.URL)
		keys, documents = append(keys, v.outlet.key), append(documents, v.outlet.profile.Documents)
		texts, at = append(texts, postgres.Text(*postgres.JSON(v.outlet.profile))), append(at, v.finding.FinishedAt)
	}
	if len(ids) == 0 {
		return
	}
	batch.Queue(`
		INSERT INTO endpoint_outlets (endpoint_id, url, key, documents, learned_at, profile)
		SELECT endpoint_id, url, key, documents, learned_at, profile::json
		FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::int[], $5::timestamptz[], $6::text[])
			r(endpoint_id, url, key, documents, learned_at, profile)
		ON CONFLICT (endpoint_id) DO UPDATE
		SET (url, key, documents, learned_at, profile) =
			(excluded.url, excluded.key, excluded.documents, excluded.learned_at, excluded.profile)`,
		ids, urls, keys, documents, at, texts)
}

// saveConfirmed stores a profile that a member has confirmed for a source.
const saveConfirmed = `
	INSERT INTO source_outlets (source_id, key, profile) VALUES ($1, $2, $3::json)
	ON CONFLICT (source_id, key) DO UPDATE SET profile = excluded.profile, confirmed_at = now()`

// confirmOutlet records that held items belong to the same outlet: the profiles before and after the
// change are those of the source, and the endpoint continues with the new one.
func confirmOutlet(ctx context.Context, tx postgres.Tx, e *heldEndpoint) error {
	if e.Held.Outlet == nil {
		return errors.New("the held items of another outlet have no outline")
	}
	after := outlet.NewProfile(e.Held.Outlet.After)
	batch := &pgx.Batch{}
	batch.Queue(`
		INSERT INTO source_outlets (source_id, key, profile)
		SELECT $1, key, profile
		FROM endpoint_outlets
		WHERE endpoint_id = $2
		ON CONFLICT (source_id, key) DO UPDATE SET profile = excluded.profile, confirmed_at = now()`,
		e.SourceID, e.EndpointID)
	key := int64(article.Hash64(after.Key()))
	batch.Queue(saveConfirmed, e.SourceID, key, json.RawMessage(*postgres.JSON(after)))
	batch.Queue(`
		UPDATE endpoint_outlets SET key = $2, documents = 1, learned_at = now(), profile = $3::json
		WHERE endpoint_id = $1`, e.EndpointID, key, json.RawMessage(*postgres.JSON(after)))
	return tx.SendBatch(ctx, batch).Close()
}

// IsConfirmed reports whether a member has confirmed that a source has an outlet: the outline is like that of a
// confirmed profile.
func IsConfirmed(ctx context.Context, tx postgres.Tx, sourceID uuid.UUID, o outlet.Outline) (bool, error) {
	rows, err := tx.Query(ctx, `
		SELECT profile
		FROM source_outlets
		WHERE source_id = $1
		ORDER BY confirmed_at DESC
		LIMIT $2`, sourceID, maxConfirmed)
	if err != nil {
		return false, err
	}
	confirmed, err := pgx.CollectRows(rows, pgx.RowTo[*outlet.Profile])
	return slices.ContainsFunc(confirmed, func(p *outlet.Profile) bool { return !p.Compare(o).IsOther() }), err
}

// Confirm records the profile of a homepage as one of the source, with which its endpoints are compared, too.
func Confirm(ctx context.Context, tx postgres.Tx, sourceID uuid.UUID, p *outlet.Profile) error {
	_, err := tx.Exec(ctx, saveConfirmed, sourceID, int64(article.Hash64(p.Key())), json.RawMessage(*postgres.JSON(p)))
	return err
}

// IsParked reports whether the response offers the domain for sale. document is nil for a page that is
// not read as one.
func (f *Finding) IsParked(document *feed.Document) bool {
	switch {
	case document == nil:
	case document.Kind != feed.HTMLList:
		return outlet.IsParkedFeed(document, f.URL)
	case len(document.Items) > outlet.MaxOwnLinks:
		return false
	}
	return outlet.IsParkedPage(f.Result.Body, f.Result.ContentType, f.URL, f.Result.FinalURL)
}
