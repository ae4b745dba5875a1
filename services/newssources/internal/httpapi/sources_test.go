package httpapi

import (
	"net/http"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
)

// createdSource is a source that a test has created.
type createdSource struct {
	id   uuid.UUID
	path string
	etag string
}

// create creates an active source with additional JSON members. Its domain is derived from its
// name.
func (p *person) create(name string, more ...string) createdSource {
	p.t.Helper()
	domain := strings.ReplaceAll(strings.ToLower(name), " ", "-")
	members := append([]string{`"name":"` + name + `"`, `"homepage_url":"https://` + domain + `.example"`}, more...)
	got := p.post("/newssources", "{"+strings.Join(members, ",")+"}").want(http.StatusCreated)
	return createdFrom(got)
}

func createdFrom(a *answer) createdSource {
	s := into[api.Source](a)
	return createdSource{s.Id, "/newssources/" + s.Id.String(), a.etag()}
}
