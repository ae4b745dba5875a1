package checkreport

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Evidence is the response to a check.
type Evidence struct {
	Attempt        // without the fields that only the row of the attempt has
	IsFailure      bool
	Protocol       string
	Remote         string // the IP address of the server
	FinalURL       string
	Headers        []Header // without secrets
	HeadersOmitted int
	BodyStart      string // the first 2 KB as text
}

// Header is a header field of a response.
type Header struct{ Name, Value string }

// Evidence returns the response to the last failed check of an endpoint, and that to a recent
// successful one. Either may be missing.
func (r *Reader) Evidence(ctx context.Context, endpointID uuid.UUID) ([]Evidence, error) {
	return readPage(ctx, r, endpointID, `SELECT kind = 'failure', checked_at, outcome, cause, detail, status, protocol,
		remote, final_url, redirects, duration_ms, phases_ms,
		headers, headers_omitted, body_start, wire_bytes, bytes FROM check_evidence WHERE endpoint_id = $1`,
		[]any{endpointID}, scanEvidence)
}

func scanEvidence(row pgx.CollectableRow) (e Evidence, err error) {
	var millis int64
	var phases []int
	var redirects, headers []byte
	err = row.Scan(&e.IsFailure, &e.StartedAt, &e.Outcome, &e.Cause, &e.Detail, &e.Status, &e.Protocol, &e.Remote,
		&e.FinalURL, &redirects, &millis, &phases,
		&headers, &e.HeadersOmitted, &e.BodyStart, &e.WireBytes, &e.Bytes)
	if err != nil {
		return e, err
	}
	if err := json.Unmarshal(headers, &e.Headers); err != nil {
		return e, err
	}
	return e, e.setMeasures(millis, phases, redirects)
}
