package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/newsources/newsources/services/newssources/internal/discover"
	"github.com/newsources/newsources/services/newssources/internal/identity"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

const (
	// maxSearches of one person at a time: each fetches up to 28 addresses of somebody else's site.
	maxSearches = 4
	// placeWait for one of them to end. With a discovery's 15 s it is within SlowTimeout.
	placeWait = 3 * time.Second
	// searchRetry is when one of them is likely to be done.
	searchRetry = 5 * time.Second
)

func (s *server) LookUpAddress(ctx context.Context, request LookUpAddressRequestObject) (LookUpAddressResponseObject, error) {
	found, err := s.Finder.LookUp(ctx, request.Params.Address)
	if err != nil {
		return nil, err
	}
	answer := LookUpAddress200JSONResponse{
		Valid: found.Valid, Detail: optional(found.Detail), Canonical: optional(found.Canonical), Outlet: optional(found.Outlet),
		Credentials: optional(found.Credentials),
	}
	if e := found.Existing; e != nil {
		answer.Existing = &Collected{SourceId: e.SourceID, SourceName: e.SourceName, EndpointId: e.EndpointID, Why: CollectedWhy(e.Why)}
	}
	return answer, nil
}

func (s *server) Discover(ctx context.Context, request DiscoverRequestObject) (DiscoverResponseObject, error) {
	leave, err := s.enterSearch(ctx)
	if err != nil {
		return nil, err
	}
	if err := discover.Check(request.Body.Address); err != nil { // while it can still be said with a status
		leave()
		return nil, err
	}
	return eventStream(func(emit func(discover.Event)) error {
		defer leave()
		return s.Finder.Run(ctx, request.Body.Address, emit)
	}), nil
}

func (s *server) PreviewAddress(ctx context.Context, request PreviewAddressRequestObject) (PreviewAddressResponseObject, error) {
	leave, err := s.enterSearch(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	b := request.Body
	preview, err := s.Finder.Preview(ctx, discover.PreviewRequest{
		EndpointID: b.EndpointId, URL: value(b.Url), Kind: (*string)(b.Kind), Charset: b.Charset, Zone: b.DefaultZone,
		Identity: (*string)(b.IdentityPolicy), Recipe: newRecipe(b.Recipe), Credentials: newCredentials(b.Credentials),
	})
	if err != nil {
		return nil, err
	}
	return previewAnswer{preview}, nil
}

// enterSearch waits for a place among a person's searches, so that nobody uses us to hammer other people's sites. A search
// that was given up holds its place for a moment longer: whoever begins another one instead is not to be refused.
func (s *server) enterSearch(ctx context.Context) (leave func(), err error) {
	person, _ := identity.FromContext(ctx)
	places, _ := s.searches.LoadOrStore(person.ID, semaphore.NewWeighted(maxSearches))
	waiting, cancel := context.WithTimeout(ctx, placeWait)
	defer cancel()
	if places.(*semaphore.Weighted).Acquire(waiting, 1) != nil {
		return nil, problem.New(problem.TooManySearches, "You have %d searches running. Wait until one of them is done.", maxSearches).WithRetryAfter(searchRetry)
	}
	return func() { places.(*semaphore.Weighted).Release(1) }, nil
}

// eventStream answers with a line of JSON for each event, as soon as it is there. The discovery's own types have the
// contract's names, which the tests check against it.
type eventStream func(emit func(discover.Event)) error

// VisitDiscoverResponse writes the stream.
func (run eventStream) VisitDiscoverResponse(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("X-Accel-Buffering", "no") // some proxies would keep the lines until the end
	w.WriteHeader(http.StatusOK)
	lines, flusher := json.NewEncoder(w), http.NewResponseController(w)
	return run(func(e discover.Event) {
		if lines.Encode(e) == nil { // whoever has gone also ended the context
			_ = flusher.Flush()
		}
	})
}

type previewAnswer struct{ *discover.Preview }

// VisitPreviewAddressResponse writes the preview.
func (p previewAnswer) VisitPreviewAddressResponse(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(p.Preview)
}
