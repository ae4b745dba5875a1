package contract

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestMain(m *testing.M) {
	gin.SetMode(gin.ReleaseMode)
	m.Run()
}

// read returns the contract in openapi.yaml.
func read(t *testing.T) *Contract {
	t.Helper()
	spec, err := openapi3.NewLoader().LoadFromFile("../../../openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return New(spec)
}

// pathParameter matches a parameter in a path template.
var pathParameter = regexp.MustCompile(`{(\w+)}`)

// parameterValue returns a value for a parameter in a path template.
func parameterValue(parameter string) string {
	if strings.HasSuffix(parameter, "_number}") {
		return "1"
	}
	return "01890a5d-ac96-774b-bcce-b302099a8057"
}

// TestValidationTexts checks the pointers, codes and texts of invalid bodies.
func TestValidationTexts(t *testing.T) {
	t.Parallel()
	k := read(t)
	const decisions, checks = "/newssources/suggestions/decisions", "/newssources/checks"
	const claims, attempts = "/newssources/claims", "/newssources/attempts"
	for _, c := range []struct {
		name, path, body string
		want             []problem.Field
	}{
		{"empty list", decisions, `{"decision":"accept","ids":[]}`,
			[]problem.Field{{Pointer: "/ids", Code: "minItems", Detail: "This list has too few values. Send at least 1."}}},
		{"long list", decisions, `{"decision":"accept","ids":["` +
			strings.Repeat(`0193c9a0-0000-7000-8000-000000000000","`, 100) + `0193c9a0-0000-7000-8000-000000000000"]}`,
			[]problem.Field{{Pointer: "/ids", Code: "maxItems", Detail: "This list has too many values. Send at most 100."}}},
		{"two invalid values", decisions, `{"decision":"x","ids":[]}`,
			[]problem.Field{{Pointer: "/decision", Code: "enum", Detail: "This isn't one of the allowed values. Use accept, " +
				"dismiss or undo."}, {Pointer: "/ids", Code: "minItems",
				Detail: "This list has too few values. Send at least 1."}}},
		{"wrong type", decisions, `{"decision":"accept","ids":"x"}`,
			[]problem.Field{{Pointer: "/ids", Code: "type", Detail: "This has the wrong type. Use an array."}}},
		{"missing field", decisions, `{"decision":"accept","all":{}}`,
			[]problem.Field{{Pointer: "/all/through", Code: "required", Detail: "This field is required."}}},
		{"unknown field", decisions, `{"decision":"accept","x":1}`,
			[]problem.Field{{Pointer: "/x", Code: "properties", Detail: "There is no field named “x”."}}},
		{"null", decisions, `{"decision":"accept","ids":null}`,
			[]problem.Field{{Pointer: "/ids", Code: "nullable", Detail: "This must not be null."}}},
		{"body without fields", checks, `{}`,
			[]problem.Field{{Pointer: "", Code: "minProperties", Detail: "This has too few fields. Send at least 1."}}},
		{"too many fields", checks, `{"all":{},"ids":["0193c9a0-0000-7000-8000-000000000000"]}`,
			[]problem.Field{{Pointer: "", Code: "maxProperties", Detail: "This has too many fields. Send at most 1."}}},
		{"number out of range", claims, `{"limit":0,"lease_seconds":1000}`,
			[]problem.Field{{Pointer: "/lease_seconds", Code: "maximum", Detail: "This number must be between 10 and 600."},
				{Pointer: "/limit", Code: "minimum", Detail: "This number must be between 1 and 100."}}},
		{"number without an upper limit", attempts, `{"attempts":[{"claim":"x","outcome":"ok","bytes":-1}]}`,
			[]problem.Field{{Pointer: "/attempts/0/bytes", Code: "minimum", Detail: "This number must be at least 0."}}},
		{"empty text", attempts, `{"attempts":[{"claim":"","outcome":"ok"}]}`,
			[]problem.Field{{Pointer: "/attempts/0/claim", Code: "minLength",
				Detail: "This text is too short. Use at least 1 character."}}},
		{"long text", attempts, `{"attempts":[{"claim":"` + strings.Repeat("x", 101) + `","outcome":"ok"}]}`,
			[]problem.Field{{Pointer: "/attempts/0/claim", Code: "maxLength",
				Detail: "This text is too long. Use at most 100 characters."}}},
		{"id", decisions, `{"decision":"accept","ids":["0193c9a0-0000-7000-8000-000000000000","x",7]}`,
			[]problem.Field{{Pointer: "/ids/1", Code: "format", Detail: "This must be a UUID, such as " +
				"01890a5d-ac96-774b-bcce-b302099a8057."}, {Pointer: "/ids/2", Code: "type", Detail: "This must be a UUID, such " +
				"as 01890a5d-ac96-774b-bcce-b302099a8057."}}},
		{"date", attempts, `{"attempts":[{"claim":"x","outcome":"ok","items":[{"published_at":"2026-02-30T00:00:00Z"}]}]}`,
			[]problem.Field{{Pointer: "/attempts/0/items/0/published_at", Code: "format",
				Detail: "This must be a date and time with a time zone, such as 2026-11-23T08:00:00Z."}}},
		{"number with a decimal point", attempts,
			`{"attempts":[{"claim":"x","outcome":"ok"},{"claim":"y","outcome":"ok","bytes":5.0}]}`,
			[]problem.Field{{Pointer: "/attempts/1/bytes", Code: "type",
				Detail: "Use a whole number without a decimal point or an exponent."}}},
		{"fraction", claims, `{"limit":1.5}`,
			[]problem.Field{{Pointer: "/limit", Code: "type", Detail: "This has the wrong type. Use a whole number."}}},
		{"one field of two", decisions, `{"decision":"accept"}`,
			[]problem.Field{{Pointer: "", Code: "minProperties", Detail: "This has too few fields. Send at least 2."}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := checkWithContract(t, k, http.MethodPost, c.path, c.body)
			slices.SortFunc(got.Fields, func(a, b problem.Field) int { return strings.Compare(a.Pointer, b.Pointer) })
			if got.Code != problem.Invalid || !slices.Equal(got.Fields, c.want) {
				t.Errorf("%s: %+v", got.Code, got.Fields)
			}
		})
	}
}

// TestWrongValuesAreReported checks, for each value in the request bodies of all operations, that a
// wrong type or format is reported with the pointer of the value, before the body is decoded into
// Go types.
func TestWrongValuesAreReported(t *testing.T) {
	t.Parallel()
	k := read(t)
	values := 0
	for path, item := range k.Spec.Paths.Map() {
		for method, operation := range item.Operations() {
			if operation.RequestBody == nil || isUpload(operation.RequestBody.Value) {
				continue
			}
			for media, content := range operation.RequestBody.Value.Content {
				eachValue(content.Schema, "", func(body string) string { return body },
					func(schema *openapi3.Schema, pointer string, enclose func(string) string) {
						for _, wrong := range wrongValues(schema) {
							values++
							got := checkWithContract(t, k, method, path, enclose(wrong), "Content-Type", media, "If-Match", `"1"`)
							at := slices.IndexFunc(got.Fields, func(f problem.Field) bool { return f.Pointer == pointer })
							if got.Code != problem.Invalid || at < 0 {
								t.Errorf("%s %s: %s: %s %+v", method, path, enclose(wrong), got.Code, got.Fields)
							} else if text := got.Fields[at].Detail; len(text) < 20 || strings.Contains(text, "required format") ||
								strings.Contains(text, "value is invalid") {
								t.Errorf("%s %s: %s: %s", method, path, enclose(wrong), text)
							}
						}
					})
			}
		}
	}
	if values < 1000 {
		t.Errorf("%d values", values)
	}
}

// isUpload reports whether a body can be a file.
func isUpload(body *openapi3.RequestBody) bool {
	for media := range body.Content {
		if media != "application/json" && media != MergePatch {
			return true
		}
	}
	return false
}

// eachValue calls visit for a schema and the schemas in it. enclose returns a body with a value at
// the pointer.
func eachValue(ref *openapi3.SchemaRef, pointer string, enclose func(string) string,
	visit func(*openapi3.Schema, string, func(string) string)) {
	schema := ref.Value
	if at := slices.IndexFunc(schema.OneOf,
		func(s *openapi3.SchemaRef) bool { return !s.Value.Type.Is(openapi3.TypeNull) }); at >= 0 {
		eachValue(schema.OneOf[at], pointer, enclose, visit)
		return
	}
	visit(schema, pointer, enclose)
	if schema.Items != nil {
		eachValue(schema.Items, pointer+"/0", func(value string) string { return enclose("[" + value + "]") }, visit)
	}
	for name, property := range schema.Properties {
		eachValue(property, pointer+"/"+name, func(value string) string { return enclose(`{"` + name + `":` + value + `}`) },
			visit)
	}
}

// wrongValues returns JSON values that do not have the type and format of a schema.
func wrongValues(schema *openapi3.Schema) []string {
	var wrong []string
	for name, value := range map[string]string{
		openapi3.TypeString: `"x"`, openapi3.TypeNumber: "7", openapi3.TypeBoolean: "true", openapi3.TypeArray: `[7]`,
		openapi3.TypeObject: `{"x":7}`,
	} {
		if isNumber := name == openapi3.TypeNumber &&
			schema.Type.Includes(openapi3.TypeInteger); !schema.Type.Includes(name) && !isNumber {
			wrong = append(wrong, value)
		}
	}
	if schema.Type.Includes(openapi3.TypeInteger) {
		wrong = append(wrong, "5.5", "5.0", "1e2", "1e30", "1e400", "9223372036854775808")
	}
	switch schema.Format {
	case "uuid":
		wrong = append(wrong, `""`, `"x"`, `"01890a5dac96774bbcceb302099a8057"`, `"01890a5d-ac96-774b-bcce-b302099a805g"`)
	case "date-time":
		wrong = append(wrong, `""`, `"tomorrow"`, `"2026-11-23"`, `"2026-11-23T08:00:00"`, `"2026-02-30T08:00:00Z"`)
	case "date":
		wrong = append(wrong, `""`, `"tomorrow"`, `"2026-02-30"`)
	case "byte":
		wrong = append(wrong, `"*"`)
	}
	return wrong
}

// TestAllowedValuesAreNamed checks that the text about a value that is not allowed names all
// allowed values, for each closed list of the contract.
func TestAllowedValuesAreNamed(t *testing.T) {
	t.Parallel()
	k := read(t)
	longest := 0
	for name, schema := range schemasOf(k) {
		if len(schema.Enum) == 0 {
			continue
		}
		longest = max(longest, len(schema.Enum))
		violation, ok := errors.AsType[*openapi3.SchemaError](schema.VisitJSON("another value"))
		if !ok {
			t.Errorf("%s: no error", name)
			continue
		}
		text := strings.FieldsFunc(errorText(nil, violation), func(r rune) bool { return strings.ContainsRune(" ,.", r) })
		for _, value := range schema.Enum {
			if value, ok := value.(string); ok && value != "" && !slices.Contains(text, value) {
				t.Errorf("%s: %q does not name %s", name, text, value)
			}
		}
	}
	if longest < 20 {
		t.Errorf("the longest list has %d values", longest)
	}
}

// TestRangesAreNamed checks that the text about a number out of range names the range, for each
// number with a range in the contract.
func TestRangesAreNamed(t *testing.T) {
	t.Parallel()
	k := read(t)
	ranges := 0
	for name, schema := range schemasOf(k) {
		for _, limit := range []struct {
			value   *float64
			outside float64
		}{{schema.Min, -1}, {schema.Max, 1}} {
			if limit.value == nil {
				continue
			}
			ranges++
			violation, ok := errors.AsType[*openapi3.SchemaError](schema.VisitJSON(*limit.value + limit.outside))
			if !ok {
				t.Errorf("%s: no error", name)
				continue
			}
			want := strconv.FormatFloat(*limit.value, 'f', -1, 64)
			if got := errorText(nil, violation); !strings.HasPrefix(got, "This number must be ") ||
				!slices.Contains(strings.Fields(strings.TrimSuffix(got, ".")), want) {
				t.Errorf("%s: %q does not name %s", name, got, want)
			}
		}
	}
	if ranges < 40 {
		t.Errorf("%d limits", ranges)
	}
}

// schemasOf returns the schemas of the components and of the parameters of the contract, and the
// schemas in them.
func schemasOf(k *Contract) map[string]*openapi3.Schema {
	schemas := map[string]*openapi3.Schema{}
	var collect func(name string, schema *openapi3.SchemaRef)
	collect = func(name string, schema *openapi3.SchemaRef) {
		if schema == nil || schemas[name] != nil {
			return
		}
		schemas[name] = schema.Value
		collect(name+"[]", schema.Value.Items)
		for field, inner := range schema.Value.Properties {
			collect(name+"."+field, inner)
		}
	}
	for name, schema := range k.Spec.Components.Schemas {
		collect(name, schema)
	}
	for path, item := range k.Spec.Paths.Map() {
		for method, operation := range item.Operations() {
			for _, parameter := range operation.Parameters {
				collect(method+" "+path+" "+parameter.Value.Name, parameter.Value.Schema)
			}
		}
	}
	return schemas
}

// TestLimitsOutOfRange checks that all lists answer a limit out of range with the same codes, and
// name the range.
func TestLimitsOutOfRange(t *testing.T) {
	t.Parallel()
	k := read(t)
	lists := 0
	for path, item := range k.Spec.Paths.Map() {
		if item.Get == nil || item.Get.Parameters.GetByInAndName("query", "limit") == nil || strings.Contains(path, "{") {
			continue
		}
		lists++
		for value, code := range map[string]string{"0": "minimum", "-1": "minimum", "100000": "maximum", "many": "type"} {
			got := checkWithContract(t, k, http.MethodGet, path+"?limit="+value, "")
			if !regexp.MustCompile(`^The parameter “limit” must be (an integer )?between 1 and \d+\.$`).MatchString(got.Detail) {
				t.Errorf("%s?limit=%s: %s", path, value, got.Detail)
			}
			if got.Code != problem.UnknownParameter || len(got.Fields) != 1 || got.Fields[0].Pointer != "limit" ||
				got.Fields[0].Code != code {
				t.Errorf("%s?limit=%s: %s %+v", path, value, got.Code, got.Fields)
			}
		}
	}
	if lists < 5 {
		t.Errorf("%d lists", lists)
	}
}

func TestMissingParameter(t *testing.T) {
	t.Parallel()
	k := read(t)
	got := checkWithContract(t, k, http.MethodGet, "/newssources/lookup", "")
	want := []problem.Field{{Pointer: "address", Code: "required", Detail: "The parameter “address” is required."}}
	if got.Code != problem.UnknownParameter || !slices.Equal(got.Fields, want) {
		t.Errorf("%s %+v", got.Code, got.Fields)
	}
}

// checkWithContract returns the problem of a request that violates the contract. address may be a
// path template of the contract. headers are pairs of names and values.
func checkWithContract(t *testing.T, k *Contract, method, address, body string, headers ...string) *problem.Error {
	t.Helper()
	template, _, _ := strings.Cut(address, "?")
	path := pathParameter.ReplaceAllStringFunc(address, parameterValue)
	request := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	for pair := range slices.Chunk(headers, 2) {
		request.Header.Set(pair[0], pair[1])
	}
	var err error
	router := gin.New()
	router.Handle(method, pathParameter.ReplaceAllString(template, ":$1"), func(c *gin.Context) { err = k.Check(c, false) })
	router.ServeHTTP(httptest.NewRecorder(), request)
	if err == nil {
		t.Fatalf("the request is valid: %s %s %s", method, address, body)
	}
	return problem.As(err)
}
