// Package contract validates requests against openapi.yaml, and describes each violation in a sentence.
package contract

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// MergePatch is the media type of JSON merge patches (RFC 7396).
const MergePatch = "application/merge-patch+json"

func init() {
	openapi3filter.RegisterBodyDecoder(MergePatch, openapi3filter.RegisteredBodyDecoder("application/json"))
	// The library does not check UUIDs, and its patterns accept impossible dates such as February 30.
	openapi3.DefineStringFormatValidator("uuid", openapi3.NewCallbackValidator(checkUUID))
	openapi3.DefineStringFormatValidator("date", openapi3.NewCallbackValidator(func(text string) error {
		_, err := time.Parse(time.DateOnly, text)
		return err
	}))
	openapi3.DefineStringFormatValidator("date-time", openapi3.NewCallbackValidator(func(text string) error {
		return new(time.Time).UnmarshalText([]byte(text)) // the same function decodes the body
	}))
	openapi3.DefineStringFormatValidator("byte", openapi3.NewCallbackValidator(func(text string) error {
		_, err := base64.StdEncoding.DecodeString(text)
		return err
	}))
}

// Contract validates requests against openapi.yaml. It is safe for concurrent use.
type Contract struct {
	Spec *openapi3.T
	// requests is a copy of Spec that declares OpenAPI 3.0, for the validation of requests. For 3.1,
	// the library compiles each schema again for each request, which takes a third of the CPU time of
	// a small read. Its errors for 3.1 also lack the schema and put all invalid values in one text.
	// For the schemas of requests, both versions have the same meaning.
	requests *openapi3.T
}

// Read returns the contract of openapi.yaml, which is embedded in the generated code. It is parsed
// once, because parsing takes a tenth of a second.
var Read = sync.OnceValues(func() (*Contract, error) {
	spec, err := api.GetSpec()
	if err != nil {
		return nil, err
	}
	return New(spec), nil
})

// New returns the contract of spec, from which it removes the security requirements.
func New(spec *openapi3.T) *Contract {
	spec.Security = nil // authorize checks the token; with security in the spec, the library would buffer each body again
	requests := *spec
	requests.OpenAPI = "3.0.3"
	return &Contract{spec, &requests}
}

// Check rejects unknown parameters and fields, wrong types and values out of range. Of an upload,
// the content is not checked.
func (k *Contract) Check(c *gin.Context, isUpload bool) error {
	path, params := pathTemplate(c)
	item := k.Spec.Paths.Find(path)
	operation := item.GetOperation(c.Request.Method)
	query, err := checkQuery(c.Request, item, operation)
	if err = errors.Join(checkIDs(params), err); err != nil {
		return err
	}
	input := &openapi3filter.RequestValidationInput{
		Request: c.Request, PathParams: params, QueryParams: query,
		Route: &routers.Route{Spec: k.requests, Path: path, PathItem: item, Method: c.Request.Method, Operation: operation},
		Options: &openapi3filter.Options{
			MultiError: true, KeepValidatedValue: true, ExcludeRequestBody: isUpload,
			SkipSettingDefaults: operation.RequestBody == nil, // handlers know the defaults of parameters
		},
	}
	body, err := checkBody(c.Request, operation, isUpload)
	if err != nil {
		return err
	}
	return validationProblem(openapi3filter.ValidateRequest(c, input), nonIntegers(bodySchema(c.Request, operation), body))
}

// CheckIDs returns a NotFound problem if an id in the path is not a UUID, as for an unknown id.
func CheckIDs(c *gin.Context) error {
	_, params := pathTemplate(c)
	return checkIDs(params)
}

// pathTemplate returns the route as a path template of the contract, with the values of its
// parameters.
func pathTemplate(c *gin.Context) (string, map[string]string) {
	path, params := c.FullPath(), map[string]string{}
	for _, p := range c.Params {
		path = strings.Replace(path, ":"+p.Key, "{"+p.Key+"}", 1)
		params[p.Key] = p.Value
	}
	return path, params
}

func checkIDs(params map[string]string) error {
	for name, value := range params {
		if strings.HasSuffix(name, "id") && checkUUID(value) != nil {
			return problem.New(problem.NotFound, "“%s” is not a valid id. Check the address; it may be incomplete.", value)
		}
	}
	return nil
}

// checkUUID returns an error unless text is a UUID in the canonical form: 36 characters with
// hyphens, without braces or a prefix.
func checkUUID(text string) error {
	_, err := uuid.Parse(text)
	if err == nil && len(text) != 36 {
		err = errors.New("not in the canonical form")
	}
	return err
}

// checkQuery returns the query parameters. It rejects unknown parameters, and values with control
// characters or invalid UTF-8.
func checkQuery(r *http.Request, item *openapi3.PathItem, operation *openapi3.Operation) (url.Values, error) {
	var invalid []problem.Field
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil { // URL.Query would silently drop the unreadable parameters
		return nil, problem.Wrap(err, problem.BadRequest, "The query string of the address can't be read. Check the "+
			"address; it may be incomplete.")
	}
	for name, values := range query {
		if operation.Parameters.GetByInAndName("query", name) == nil && item.Parameters.GetByInAndName("query", name) == nil {
			invalid = append(invalid,
				problem.Field{Pointer: name, Code: "unknown", Detail: "There is no parameter “" + name + "” at this address."})
		}
		for _, value := range values {
			if !utf8.ValidString(value) || strings.IndexFunc(value, unicode.IsControl) >= 0 {
				invalid = append(invalid, problem.Field{Pointer: name, Code: "characters", Detail: "This contains control " +
					"characters or invalid UTF-8."})
			}
		}
	}
	return query, ParameterProblem(invalid)
}

// ParameterProblem returns an UnknownParameter problem for invalid parameters, or nil when there
// are none.
func ParameterProblem(invalid []problem.Field) error {
	if len(invalid) == 0 {
		return nil
	}
	p := problem.New(problem.UnknownParameter, "%s", invalid[0].Detail)
	p.Fields = invalid
	return p
}

// checkBody checks the media type of a body and, unless it is an uploaded file, that it is JSON. It
// returns the decoded JSON.
func checkBody(r *http.Request, operation *openapi3.Operation, upload bool) (any, error) {
	if operation.RequestBody == nil {
		return nil, nil
	}
	var accepted []string
	for name := range operation.RequestBody.Value.Content {
		accepted = append(accepted, name)
	}
	slices.Sort(accepted)
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || !slices.Contains(accepted, media) {
		return nil, problem.New(problem.UnsupportedMediaType, "Set Content-Type to %s.", strings.Join(accepted, " or "))
	}
	if upload {
		return nil, nil
	}
	data, err := ReadBody(r.Body, r.ContentLength)
	if err != nil {
		return nil, err
	}
	if !utf8.Valid(data) { // the decoder would replace invalid bytes by U+FFFD
		return nil, problem.New(problem.InvalidJSON, "The body isn't encoded in UTF-8. Encode it in UTF-8 and send it again.")
	}
	var syntax json.RawMessage // unlike any, it accepts numbers beyond the range of float64
	if err := json.Unmarshal(data, &syntax); err != nil {
		return nil, problem.Wrap(err, problem.InvalidJSON, "%s", jsonErrorText(data, err))
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	return value, nil
}

// bodySchema returns the schema of the body for the media type of the request, or nil if there is
// none.
func bodySchema(r *http.Request, operation *openapi3.Operation) *openapi3.SchemaRef {
	if operation.RequestBody == nil {
		return nil
	}
	content := operation.RequestBody.Value.Content.Get(r.Header.Get("Content-Type"))
	if content == nil {
		return nil
	}
	return content.Schema
}

// ReadBody reads a body to its end. size is its Content-Length, or -1 if it is unknown. A known
// size avoids copies of a large body while it grows. ReadBody returns a RequestTimeout problem for
// a slow connection and a BadRequest problem for a broken one; otherwise these errors would be
// reported as a timeout of the database.
func ReadBody(body io.Reader, size int64) ([]byte, error) {
	var buffer bytes.Buffer
	if size > 0 {
		// The middleware limitBody bounds size. ReadFrom needs MinRead more bytes to detect the end.
		buffer.Grow(int(size) + bytes.MinRead)
	}
	_, err := buffer.ReadFrom(Body{body})
	return buffer.Bytes(), err
}

// Body wraps a request body and converts read errors to problems. A body above the limit keeps its
// http.MaxBytesError.
type Body struct{ io.Reader }

// Read reads from the body.
func (b Body) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	_, isTooLarge := errors.AsType[*http.MaxBytesError](err)
	switch {
	case isTooLarge:
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = problem.Wrap(err, problem.RequestTimeout, "The request arrived too slowly, so nothing was changed. Check the "+
			"connection and send it again.")
	default:
		err = problem.Wrap(err, problem.BadRequest, "The request body was incomplete. Send it again.")
	}
	return n, err
}

// jsonErrorText returns a text for people about a JSON error, with the line of a syntax error.
func jsonErrorText(data []byte, err error) string {
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return "The body is empty."
	case ok:
		line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
		return fmt.Sprintf("The JSON is invalid or incomplete in line %d.", line)
	}
	return "The JSON can't be read."
}
