package postgres_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

const (
	servicePath  = "github.com/newsources/newsources/services/newssources"
	postgresPath = servicePath + "/internal/platform/postgres"
	lintFixture  = postgresPath + "/testdata/txlint"
)

// TestTransactionsUseOneConnection checks that no function with a parameter of type postgres.Tx
// uses the pool, neither directly nor in a function that it calls. Such a transaction holds one
// connection and waits for another; several of them can hold all connections and cause a deadlock.
// The test does not follow calls of function values.
func TestTransactionsUseOneConnection(t *testing.T) {
	t.Parallel()
	config := &packages.Config{Mode: packages.LoadSyntax, Fset: token.NewFileSet()}
	list, err := packages.Load(config, servicePath+"/...", lintFixture)
	if err != nil {
		t.Fatal(err)
	}
	program := program{
		uses: map[*types.Func]string{}, calls: map[*types.Func][]*types.Func{},
		implementations: map[*types.Func][]*types.Func{},
	}
	for _, p := range list {
		if len(p.Errors) > 0 {
			t.Fatal(p.Errors)
		}
		program.add(p)
	}
	program.propagate()
	found := map[string]bool{}
	for _, p := range list {
		for at, what := range program.misuses(p) {
			line := fmt.Sprintf("%s:%d", config.Fset.Position(at).Filename, config.Fset.Position(at).Line)
			found[line] = true
			if p.PkgPath != lintFixture {
				t.Errorf("%s: a transaction uses a second connection: %s", line, what)
			}
		}
	}
	wanted := 0
	for _, p := range list {
		for _, file := range p.Syntax {
			for _, comment := range file.Comments {
				if at := config.Fset.Position(comment.Pos()); p.PkgPath == lintFixture && comment.Text() == "want\n" {
					wanted++
					if line := fmt.Sprintf("%s:%d", at.Filename, at.Line); !found[line] {
						t.Errorf("%s: the use of the pool was not found", line)
					}
				}
			}
		}
	}
	if wanted == 0 {
		t.Error("the fixture was not loaded")
	}
}

// program has the functions of the service and their calls.
type program struct {
	types           []types.Type           // pointers to all types
	uses            map[*types.Func]string // how a function uses the pool
	calls           map[*types.Func][]*types.Func
	implementations map[*types.Func][]*types.Func // of the methods of interfaces
}

// add adds the functions of a package.
func (p *program) add(pkg *packages.Package) {
	for _, name := range pkg.Types.Scope().Names() {
		if t, ok := pkg.Types.Scope().Lookup(name).(*types.TypeName); ok && !t.IsAlias() {
			p.types = append(p.types, types.NewPointer(t.Type()))
		}
	}
	for _, file := range pkg.Syntax {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				f, body := pkg.TypesInfo.Defs[f.Name].(*types.Func), f.Body
				for at, used := range used(pkg, body) {
					if isPool(used) {
						p.uses[f] = cmp.Or(p.uses[f], fmt.Sprint("line ", pkg.Fset.Position(at).Line))
					} else if called, ok := used.(*types.Func); ok {
						p.calls[f] = append(p.calls[f], called.Origin())
					}
				}
			}
		}
	}
}

// used returns the functions, methods and fields that a syntax node refers to, by position.
func used(pkg *packages.Package, node ast.Node) map[token.Pos]types.Object {
	objects := map[token.Pos]types.Object{}
	ast.Inspect(node, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok && pkg.TypesInfo.Uses[name] != nil {
			objects[name.Pos()] = pkg.TypesInfo.Uses[name]
		}
		return true
	})
	return objects
}

// isPool reports whether o is a pool or the ent client of a postgres.DB.
func isPool(o types.Object) bool {
	v, ok := o.(*types.Var)
	if !ok || !v.IsField() {
		return false
	}
	isDB := v.Pkg() != nil && v.Pkg().Path() == postgresPath
	return isDB && strings.HasSuffix(v.Type().String(), "pgxpool.Pool") || isDB && v.Name() == "Ent" && !isOfTx(v)
}

// isOfTx reports whether a field belongs to postgres.Tx.
func isOfTx(field *types.Var) bool {
	tx := field.Pkg().Scope().Lookup("Tx").Type().Underlying().(*types.Struct)
	return slices.Contains(slices.Collect(tx.Fields()), field)
}

// propagate marks the callers of functions that use the pool.
func (p *program) propagate() {
	for before := -1; before < len(p.uses); {
		before = len(p.uses)
		for caller, called := range p.calls {
			for _, f := range called {
				if how := p.use(f); how != "" && p.uses[caller] == "" {
					p.uses[caller] = f.Name() + ", " + how
				}
			}
		}
	}
}

// use returns how f uses the pool, or "". A method of an interface uses it if one of its
// implementations does.
func (p *program) use(f *types.Func) string {
	f = f.Origin()
	recv := f.Signature().Recv()
	isOurs := f.Pkg() != nil && strings.HasPrefix(f.Pkg().Path(), servicePath)
	if !isOurs || recv == nil || !types.IsInterface(recv.Type()) {
		return p.uses[f]
	}
	methods, isKnown := p.implementations[f]
	if !isKnown {
		methods = p.implement(f, recv.Type().Underlying().(*types.Interface))
		p.implementations[f] = methods
	}
	for _, m := range methods {
		if p.uses[m] != "" {
			return m.FullName() + ", " + p.uses[m]
		}
	}
	return ""
}

// implement returns the methods of the service that implement a method of an interface.
func (p *program) implement(f *types.Func, in *types.Interface) (methods []*types.Func) {
	for _, t := range p.types {
		if types.Implements(t, in) {
			m, _, _ := types.LookupFieldOrMethod(t, true, f.Pkg(), f.Name())
			methods = append(methods, m.(*types.Func).Origin())
		}
	}
	return methods
}

// misuses returns the uses of the pool in functions that have a transaction, by position.
func (p *program) misuses(pkg *packages.Package) map[token.Pos]string {
	found := map[token.Pos]string{}
	for _, file := range pkg.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			var body *ast.BlockStmt
			var signature *ast.FuncType
			switch f := n.(type) {
			case *ast.FuncDecl:
				body, signature = f.Body, f.Type
			case *ast.FuncLit:
				body, signature = f.Body, f.Type
			default:
				return true
			}
			hasTx := func(f *ast.Field) bool { return pkg.TypesInfo.TypeOf(f.Type).String() == postgresPath+".Tx" }
			if !slices.ContainsFunc(signature.Params.List, hasTx) {
				return true
			}
			for at, used := range used(pkg, body) {
				if isPool(used) {
					found[at] = used.Name()
				} else if f, ok := used.(*types.Func); ok && p.use(f) != "" {
					found[at] = f.Name() + ", " + p.use(f)
				}
			}
			return true
		})
	}
	return found
}
