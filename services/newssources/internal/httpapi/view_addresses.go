package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"net/url"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/stream"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/export"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
)

const (
	// listsPerSecond and listsBurst limit the reads of an address. Feed readers send a request every
	// few minutes, and a spreadsheet when it is opened.
	listsPerSecond, listsBurst = 0.2, 20
	// listsRetryAfter is the Retry-After of a read above this rate.
	listsRetryAfter = 5 * time.Second
)

func (s *server) ListViewAddresses(ctx context.Context,
	request api.ListViewAddressesRequestObject) (api.ListViewAddressesResponseObject, error) {
	list, err := s.Views.Addresses(ctx, input.Actor(ctx), request.ViewId)
	if err != nil {
		return nil, err
	}
	return api.ListViewAddresses200JSONResponse{Items: convert.All(list, toViewAddress)}, nil
}

func (s *server) CreateViewAddress(ctx context.Context,
	request api.CreateViewAddressRequestObject) (api.CreateViewAddressResponseObject, error) {
	a, secret, err := s.Views.CreateAddress(ctx, input.Actor(ctx), request.ViewId, listfile.Format(request.Body.Format),
		convert.OrZero(request.Body.Forbidden) != api.Mark)
	if err != nil {
		return nil, err
	}
	list := "/newssources/views/" + request.ViewId.String() + "/addresses"
	path := "/newssources/lists/" + a.ID.String() + "?" + url.Values{"key": {secret}}.Encode()
	return api.CreateViewAddress201JSONResponse{
		Body:    api.ViewAddressCreated{Address: toViewAddress(*a), Path: path},
		Headers: api.CreateViewAddress201ResponseHeaders{Location: list + "/" + a.ID.String()},
	}, nil
}

func (s *server) RevokeViewAddress(ctx context.Context,
	request api.RevokeViewAddressRequestObject) (api.RevokeViewAddressResponseObject, error) {
	return api.RevokeViewAddress204Response{},
		s.Views.RevokeAddress(ctx, input.Actor(ctx), request.ViewId, request.AddressId)
}

func toViewAddress(a savedview.Address) api.ViewAddress {
	forbidden := api.Mark
	if a.OmitsForbidden {
		forbidden = api.Omit
	}
	return api.ViewAddress{Id: a.ID, Format: api.AddressFormat(a.Format), Forbidden: forbidden, Hint: a.Hint,
		CreatedAt: convert.UTC(a.CreatedAt), LastUsedAt: convert.UTCPointer(a.LastUsedAt)}
}

// ReadList returns the file of an address of a view. The request has no member, so it uses the shares
// of the owner of the address.
func (s *server) ReadList(ctx context.Context, request api.ReadListRequestObject) (api.ReadListResponseObject, error) {
	list, err := s.Views.Open(ctx, request.AddressId, convert.OrZero(request.Params.Key))
	if err != nil {
		return nil, err
	}
	if !s.limits.lists.Allow(list.AddressID) {
		return nil, problem.New(problem.TooManyRequests, "This address is read too often. Read it at most every %s.",
			listsRetryAfter).WithRetryAfter(listsRetryAfter)
	}
	original := ctx.(*gin.Context).Request
	owned := identity.NewContext(original.Context(), identity.Person{ID: list.Owner})
	file, err := s.openFile(owned, export.Selection{Query: list.Query}, list.Format,
		listfile.Options{Title: list.Name, OmitsForbidden: list.OmitsForbidden, OmitsNotes: true})
	if err != nil {
		return nil, err
	}
	return listResponse{file, original, func(hash []byte) (*time.Time, error) {
		return s.Views.Used(owned, list.AddressID, hash)
	}}, nil
}

// listResponse writes the file of an address, or a 304 response if the client has its content.
type listResponse struct {
	*exportResponse
	request *http.Request
	used    func(hash []byte) (modifiedAt *time.Time, err error) // records the use of the address
}

// VisitReadListResponse writes the response. The file is hashed first.
func (l listResponse) VisitReadListResponse(w http.ResponseWriter) error {
	connection := http.NewResponseController(w)
	_ = connection.SetReadDeadline(time.Time{}) // the ReadTimeout of the server would cancel the request
	etag, modifiedAt, err := l.contentState()
	stream.ExtendDeadline(connection)
	if err != nil {
		l.release()
		return err
	}
	l.header = http.Header{"Etag": {etag}}
	if modifiedAt != nil {
		l.header.Set("Last-Modified", modifiedAt.UTC().Format(http.TimeFormat))
	}
	if isUnmodified(l.request, etag, modifiedAt) {
		l.release()
		maps.Copy(w.Header(), l.header)
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	return l.write(w)
}

// contentState hashes the file, records the use of the address, and returns the ETag of the content
// and its Last-Modified; nil: unknown.
func (l listResponse) contentState() (etag string, modifiedAt *time.Time, err error) {
	hash := sha256.New()
	if err := l.file.Write(l.ctx, hash, l.share); err != nil {
		return "", nil, err
	}
	sum := hash.Sum(nil)
	modifiedAt, err = l.used(sum)
	return `"` + hex.EncodeToString(sum[:16]) + `"`, modifiedAt, err
}

// isUnmodified reports whether the client has the content. If-Modified-Since is ignored if there is
// an If-None-Match (RFC 9110 §13.1.3).
func isUnmodified(r *http.Request, etag string, modifiedAt *time.Time) bool {
	if header := r.Header.Get("If-None-Match"); header != "" {
		return matchesETag(header, etag)
	}
	since, err := http.ParseTime(r.Header.Get("If-Modified-Since"))
	return err == nil && modifiedAt != nil && !modifiedAt.After(since)
}
