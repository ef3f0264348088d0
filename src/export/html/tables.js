/*<![CDATA[*/
/* Tables of matches: sorted, searched, filtered; first and last line for XML */
(function(){
'use strict';
/*tr*/function fill(t,a){return t.replace(/\{(\d)\}/g,function(m,i){return a[i]})}
var doc=document,sortable='.sortable tbody tr';
function all(s,e){return Array.prototype.slice.call((e||doc).querySelectorAll(s))}
function on(e,k,f){e.addEventListener(k,f)}
function make(tag,parent,text){var e=doc.createElement(tag);if(text)e.textContent=text;if(parent)parent.append(e);return e}
/* on a phone each cell says what it is */
all('.sortable').forEach(function(t){
  var words=Array.prototype.map.call(t.tHead.rows[0].cells,function(c){return c.querySelector('.p1')?'/':c.firstChild?c.firstChild.textContent.trim():''});
  all('tbody tr',t).forEach(function(r){all('td',r).forEach(function(c){if(c.textContent)c.dataset.l=words[c.cellIndex]})});
});
all('.sortable thead th').forEach(function(th){
  var b=doc.createElement('button');b.type='button';while(th.firstChild)b.append(th.firstChild);th.append(b);
  on(b,'click',function(){
    var t=th.closest('table'),i=th.cellIndex,up=th.getAttribute('aria-sort')!=='ascending',body=t.tBodies[0];
    all('th[aria-sort]',t).forEach(function(o){o.removeAttribute('aria-sort')});
    th.setAttribute('aria-sort',up?'ascending':'descending');
    /*en*/function key(r){var v=r.cells[i].dataset.v;return v===undefined?r.cells[i].textContent.trim().replace(/^\u2248 /,''):v}
    /*tr*/function key(r){var v=r.cells[i].dataset.v,e=r.cells[i].querySelector('.nw[data-v]');return e?e.dataset.v:v===undefined?r.cells[i].textContent.trim().replace(/^\u2248 /,''):v}
    all('tr',body).sort(function(a,z){
      var x=key(a),y=key(z),m=+x,n=+y,d;
      if(x===''||y==='')return(x==='')-(y==='');
      d=isNaN(m)||isNaN(n)?x.localeCompare(y):m-n;return up?d:-d;
    }).forEach(function(r){body.append(r)});
  });
});
/* What stands in the columns of a kind; nothing for rows of tables that have none. */
function cell(r,kind){
  var th=r.closest('table').querySelector('th[data-f='+kind+']');
  return th?r.cells[th.cellIndex]:null;
}
function names(c){return all('bdi',c).map(function(b){return b.textContent})}
function values(kind){
  var seen={};
  all(sortable).forEach(function(r){var c=cell(r,kind);if(c)(kind==='players'?names(c):[c.textContent]).forEach(function(v){if(v)seen[v]=1})});
  return Object.keys(seen).sort(function(a,z){return a-z||a.localeCompare(z)});
}
all('form[role=search]').forEach(function(form){
  if(!doc.querySelector('[data-pages]')&&all(sortable).length<8)return form.remove(); /* seen at a glance */
  var box=form.querySelector('input'),tests=[],count;
  function control(tag,word,kind,fits){
    var label=make('label',form,word+' '),e=make(tag,label);
    tests.push(function(r){var c=e.value?cell(r,kind):null;return!c||fits(c,e.value)});
    return e;
  }
  function list(word,kind){
    var e=control('select',word,kind,function(c,v){return c.textContent===v});
    make('option',e,'«any»').value='';
    values(kind).forEach(function(v){make('option',e,v).value=v});
  }
  function date(word,fits){
    /*en*/control('input',word,'date',function(c,v){var d=c.textContent;return/^\d/.test(d)&&fits(d,v.slice(0,d.length))}).type='date';
    /*tr*/control('input',word,'date',function(c,v){var e=c.querySelector('[data-v]'),d=e?e.dataset.v:c.textContent;return/^\d/.test(d)&&fits(d,v.slice(0,d.length))}).type='date';
  }
  function apply(){
    var words=box.value.toLowerCase().split(/\s+/),n=0,of=0;
    all(sortable).forEach(function(r){
      var t=r.textContent.toLowerCase();
      r.hidden=!words.every(function(w){return t.includes(w)})||!tests.every(function(f){return f(r)});
      if(cell(r,'date')){of++;n+=!r.hidden}
    });
    /*en*/if(count)count.textContent=n===of?'':n+' of '+of;
    /*tr*/if(count)count.textContent=n===of?'':fill('«{0} of {1}»',[n,of]);
  }
  if(doc.querySelector('th[data-f=date]')){
    var e=control('input','«Player»','players',function(c,v){return names(c).some(function(t){return t.toLowerCase().includes(v.toLowerCase())})}),l=make('datalist',form);
    e.setAttribute('list',l.id='names');values('players').forEach(function(v){make('option',l).value=v});
    date('«From»',function(d,v){return d>=v});date('«To»',function(d,v){return v>=d});
    list('«Length»','length');list('«Event»','event');
    make('button',form,'«clear»').type='reset';
    count=make('output',form);
  }
  if(matchMedia('(max-width:34rem)').matches){ /* a phone shows the list first */
    var fold=make('details');make('summary',fold,'«Search and filter»');fold.className='more';form.before(fold);fold.append(form);
  }
  on(form,'input',apply);on(form,'reset',function(){setTimeout(apply)});on(form,'submit',function(e){e.preventDefault()});
});
})();
/*]]>*/
