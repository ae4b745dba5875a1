package source

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

var selectSource = `SELECT ` + columnList + `,
	ARRAY(SELECT t.name FROM source_tags st JOIN tags t ON t.id = st.tag_id WHERE st.source_id = s.id ORDER BY t.name_key),
	c.id, coalesce(c.email, ''), coalesce(c.name, ''), u.id, coalesce(u.email, ''), coalesce(u.name, '')
	FROM sources s LEFT JOIN members c ON c.id = s.created_by_id LEFT JOIN members u ON u.id = s.updated_by_id
	WHERE s.id = $1`

const selectEndpoints = `SELECT e.id, e.source_id, e.kind, e.url, e.url_entered, e.url_key, e.name, e.section,
	e.language, e.intent, e.charset, e.default_zone,
	e.identity_policy, e.recipe, e.schedule, e.version, e.created_at, e.updated_at,
	EXISTS (SELECT FROM endpoint_credentials k WHERE k.endpoint_id = e.id)
	FROM endpoints e `

// Get returns a source with its endpoints, which it reads in one round trip.
func (r *Register) Get(ctx context.Context, id uuid.UUID) (*Source, error) {
	s := &Source{Endpoints: []Endpoint{}}
	batch := &pgx.Batch{}
	batch.Queue(selectSource, id).QueryRow(func(row pgx.Row) error { return s.scanWithAuthors(row) })
	inOrder := selectEndpoints + "WHERE e.source_id = $1 ORDER BY e.position, e.id"
	batch.Queue(inOrder, id).Query(func(rows pgx.Rows) (err error) {
		s.Endpoints, err = scanEndpoints(rows)
		return err
	})
	err := r.db.Pool.SendBatch(ctx, batch).Close()
	if postgres.IsNoRows(err) {
		return nil, missing("source")
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// scanWithAuthors scans a row of selectSource.
func (s *Source) scanWithAuthors(row pgx.Row) error {
	var createdBy, updatedBy personColumns
	err := s.scan(row, &s.Tags, &createdBy.id, &createdBy.email, &createdBy.name, &updatedBy.id, &updatedBy.email,
		&updatedBy.name)
	s.CreatedBy, s.UpdatedBy = createdBy.person(), updatedBy.person()
	return err
}

// personColumns are the columns of a member, whose id is NULL if there is none.
type personColumns struct {
	id          *uuid.UUID
	email, name string
}

func (p personColumns) person() *Person {
	if p.id == nil {
		return nil
	}
	return &Person{ID: *p.id, Email: p.email, Name: p.name}
}

// readEndpoint returns the endpoint e that meets a condition, or a not_found problem.
func readEndpoint(ctx context.Context, q postgres.Querier, condition string, args ...any) (*Endpoint, error) {
	list, err := readEndpoints(ctx, q, condition, args...)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, missing("endpoint")
	}
	return &list[0], nil
}

// readEndpoints returns the endpoints e that meet a condition.
func readEndpoints(ctx context.Context, q postgres.Querier, condition string, args ...any) ([]Endpoint, error) {
	rows, err := q.Query(ctx, selectEndpoints+"WHERE "+condition, append([]any{postgres.Replan}, args...)...)
	if err != nil {
		return nil, err
	}
	return scanEndpoints(rows)
}

func scanEndpoints(rows pgx.Rows) ([]Endpoint, error) {
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (e Endpoint, err error) {
		err = e.scan(row)
		return e, err
	})
}

func (e *Endpoint) scan(row pgx.Row) error {
	var identity string
	err := row.Scan(&e.ID, &e.SourceID, &e.Kind, &e.URL, &e.URLEntered, &e.key, &e.Name, &e.Section, &e.Language,
		&e.Intent, &e.Charset, &e.DefaultZone,
		&identity, &e.Recipe, &e.Schedule, &e.Version, &e.CreatedAt, &e.UpdatedAt, &e.HasCredentials)
	e.IdentityPolicy, e.Source = feed.IdentityPolicy(identity), e.SourceID
	return err
}
