package httpapi

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

func TestContractIsSound(t *testing.T) {
	t.Parallel()
	k, err := readContract()
	must(t, err)
	must(t, k.spec.Validate(t.Context()))
}

// followsContract compares an answer with what openapi.yaml says of its operation. What the contract has no operation for
// is a problem, in the contract's form; a preflight's answer is empty.
func (a *answer) followsContract() error {
	path, item := a.contract.find(a.request.URL.Path)
	operation := &openapi3.Operation{
		Responses: openapi3.NewResponses(openapi3.WithName("default", a.contract.spec.Components.Responses["Problem"].Value)),
	}
	switch {
	case item != nil && item.GetOperation(a.request.Method) != nil:
		operation = item.GetOperation(a.request.Method)
	case a.status == http.StatusNoContent && a.request.Method == http.MethodOptions:
		return nil
	}
	return openapi3filter.ValidateResponse(a.t.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: a.request, Route: &routers.Route{
			Spec: a.contract.spec, Path: path, PathItem: item, Method: a.request.Method, Operation: operation,
		}},
		Status: a.status, Header: a.header, Body: io.NopCloser(bytes.NewReader(a.body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true,
			ExcludeResponseBody: a.header.Get("Content-Type") == "application/x-ndjson"}, // events checks its lines
	})
}

// find returns the template that an address belongs to: of several, the one with the most words of its own.
func (k *contract) find(path string) (string, *openapi3.PathItem) {
	parts := strings.Split(path, "/")
	best, found := -1, ""
	for template := range k.spec.Paths.Map() {
		words, pieces := 0, strings.Split(template, "/")
		if len(pieces) != len(parts) {
			continue
		}
		for i, piece := range pieces {
			switch {
			case piece == parts[i]:
				words++
			case !strings.HasPrefix(piece, "{") || parts[i] == "":
				words = -len(pieces)
			}
		}
		if words > best {
			best, found = words, template
		}
	}
	return found, k.spec.Paths.Value(found)
}
