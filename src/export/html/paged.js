/*<![CDATA[*/
/* Lists in several pages: sorted, searched, filtered over all of them. The rows come from files beside the page, some at
   a time, and are forgotten again; what is shown is the best thousand. First and last line for XML */
(function(){
'use strict';
/*tr*/function fill(t,a){return t.replace(/\{(\d)\}/g,function(m,i){return a[i]})}
var doc=document,MOST=1000,KEPT=30,kept=[],waiting={},turn=0;
var collator=new Intl.Collator();
function all(s,e){return Array.prototype.slice.call((e||doc).querySelectorAll(s))}
function on(e,k,f){e.addEventListener(k,f)}
function make(tag,parent,text){var e=doc.createElement(tag);if(text)e.textContent=text;parent.append(e);return e}
function attribute(t){return t.replace(/&/g,'&amp;').replace(/"/g,'&quot;').replace(/</g,'&lt;')}
var entities={lt:'<',gt:'>',quot:'"',amp:'&','#39':"'",'#x27':"'"};
function plain(html){return html.replace(/<[^>]*>/g,'').replace(/&([#\w]+);/g,function(m,e){return e in entities?entities[e]:m}).trim()}
function names(html){return(html.match(/<bdi[^>]*>[^<]*/g)||[]).map(function(n){return plain(n).toLowerCase()})}
/* ---- rows: window.kibitzerRows(list, page, rows) is called by the files ---- */
window.kibitzerRows=function(list,page,rows){
  var key=list+'-'+page;
  kept.push({key:key,rows:rows});
  if(kept.length>KEPT)kept.shift();
  if(waiting[key]){waiting[key](rows);delete waiting[key]}
};
function load(list,page){
  var key=list+'-'+page,there=kept.find(function(k){return k.key===key});
  if(there)return Promise.resolve(there.rows);
  return new Promise(function(done,failed){
    var s=doc.createElement('script');
    waiting[key]=done;
    s.onload=function(){s.remove()};
    s.onerror=function(){s.remove();failed(new Error('index-'+key+'.js'))};
    s.src='./index-'+key+'.js';
    doc.head.append(s);
  });
}
/* ---- a list: a table that is one page of several, or whole ---- */
var lists=all('.sortable').map(function(table){
  var head=Array.prototype.slice.call(table.tHead.rows[0].cells),body=table.tBodies[0],first=body.rows[0];
  var list={name:table.dataset.list,pages:+table.dataset.pages||1,table:table,head:head,body:body,section:table.closest('section')};
  list.kinds=head.map(function(c){return c.dataset.f||''});
  var words=head.map(function(c){return c.querySelector('.p1')?'/':c.firstChild?c.firstChild.textContent.trim():''});
  list.open=Array.prototype.map.call(first?first.cells:[],function(c,i){
    var tag=c.tagName.toLowerCase();
    return'<'+tag+(c.className?' class="'+attribute(c.className)+'"':'')+(tag==='td'?' data-l="'+attribute(words[i])+'"':'')+'>';
  });
  list.close=list.open.map(function(o){return'</'+o.slice(1,3)+'>'});
  list.own=Array.prototype.map.call(body.rows,function(r){return Array.prototype.map.call(r.cells,function(c){return c.innerHTML})});
  head.forEach(function(th,i){
    var b=doc.createElement('button');b.type='button';while(th.firstChild)b.append(th.firstChild);th.append(b);
    on(b,'click',function(){
      var up=th.getAttribute('aria-sort')!=='ascending';
      head.forEach(function(o){o.removeAttribute('aria-sort')});
      th.setAttribute('aria-sort',up?'ascending':'descending');
      list.sort={column:i,up:up};
      apply();
    });
  });
  return list;
});
function rowsOf(list,page){return list.pages>1?load(list.name,page):Promise.resolve(list.own)}
function show(list,rows){
  list.body.innerHTML=rows.map(function(r){
    return'<tr>'+r.map(function(c,i){return(c===''?list.open[i].replace(/ data-l="[^"]*"/,''):list.open[i])+c+list.close[i]}).join('')+'</tr>';
  }).join('');
}
lists.forEach(function(list){show(list,list.own)});
/* ---- what a row is sorted by ---- */
function keyOf(list,html,i){
  /*en*/var t=/^<span class="faint"/.test(html)?'':plain(html),score=/^(\d+)\s*[-\u2013]\s*(\d+)$/.exec(t),n;
  /*tr*/var t=/^<span class="faint"/.test(html)?'':plain(html),score=/^(\d+)\s*[-:\u2013]\s*(\d+)$/.exec(t),n;
  /*en*/if(list.kinds[i]==='date')return{text:t.replace(/^\u2248 /,''),n:NaN};
  /*tr*/if(list.kinds[i]==='date')return{text:(/data-v="([^"]*)"/.exec(html)||[0,t.replace(/^\u2248 /,'')])[1],n:NaN};
  /*en*/n=score?1e5*score[1]+ +score[2]:t===''?NaN:+t.replace('\u2212','-').replace(/,/g,'');
  /*tr*/n=score?1e5*score[1]+ +score[2]:t===''?NaN:+t.replace('\u2212','-').replace('«#»','.');
  return{text:t,n:n};
}
function order(list){
  var up=list.sort.up;
  return function(a,z){
    var x=a.key,y=z.key,d;
    if(x.text===''||y.text==='')return(x.text==='')-(y.text==='');
    d=isNaN(x.n)||isNaN(y.n)?collator.compare(x.text,y.text):x.n-y.n;
    return up?d:-d;
  };
}
/* ---- the form ---- */
var box=doc.querySelector('form[role=search] input'),form=box&&box.form,tests=[],count;
function control(word,kind,type,fits){
  var label=make('label',form,word+' '),e=make('input',label);
  e.type=type;
  tests.push({kind:kind,of:function(){return e.value.trim().toLowerCase()},fits:fits});
}
function fits(list,row,words,wanted){
  var t;
  if(words.length){t=plain(row.join(' ')).toLowerCase();if(!words.every(function(w){return t.includes(w)}))return false}
  return wanted.every(function(w){
    var i=list.kinds.indexOf(w.kind);
    /*en*/return i<0||w.fits(w.kind==='players'?row[i]:plain(row[i]).toLowerCase(),w.value);
    /*tr*/return i<0||w.fits(w.kind==='players'?row[i]:w.kind==='date'?keyOf(list,row[i],i).text:plain(row[i]).toLowerCase(),w.value);
  });
}
function most(list,hits){
  if(list.sort)hits.sort(order(list));
  hits.length=Math.min(hits.length,MOST);
}
/* Page by page, so that no more than some are held. */
function search(list,mine,words,wanted){
  var hits=[],n=0,of=0;
  function step(page){
    if(mine!==turn)return null;
    if(page>list.pages){most(list,hits);return{hits:hits,n:n,of:of}}
    /*en*/if(count&&list.pages>1)count.textContent='page '+page+' of '+list.pages+' \u2026';
    /*tr*/if(count&&list.pages>1)count.textContent=fill('«page {0} of {1} …»',[page,list.pages]);
    return rowsOf(list,page).then(function(rows){
      rows.forEach(function(r){
        of++;
        if(!fits(list,r,words,wanted))return;
        n++;
        if(list.sort)hits.push({row:r,key:keyOf(list,r[list.sort.column],list.sort.column)});
        else if(hits.length<MOST)hits.push({row:r});
      });
      if(hits.length>4*MOST)most(list,hits);
      return step(page+1);
    });
  }
  return step(1);
}
function apply(){
  var mine=++turn,words=box?box.value.toLowerCase().split(/\s+/).filter(Boolean):[];
  var wanted=tests.map(function(t){return{kind:t.kind,value:t.of(),fits:t.fits}}).filter(function(w){return w.value!==''});
  var narrowed=words.length+wanted.length>0;
  lists.reduce(function(before,list){
    return before.then(function(said){
      if(mine!==turn)return said;
      if(!narrowed&&!list.sort){list.section.classList.remove('found');show(list,list.own);return said}
      return Promise.resolve(search(list,mine,words,wanted)).then(function(found){
        if(!found)return said;
        list.section.classList.toggle('found',list.pages>1);
        show(list,found.hits.map(function(h){return h.row}));
        return said||(list.name==='matches'||list.kinds.indexOf('date')>=0?
          /*en*/(narrowed?found.n+' of '+found.of:'all '+found.of)+(found.n>MOST?', '+MOST+' are shown':''):'');
          /*tr*/(narrowed?fill('«{0} of {1}»',[found.n,found.of]):fill('«all {0}»',[found.of]))+(found.n>MOST?fill('«, {0} are shown»',[MOST]):''):'');
      });
    });
  },Promise.resolve('')).then(function(said){if(mine===turn&&count)count.textContent=said},function(e){
    /*en*/if(mine===turn&&count)count.textContent=e.message+' is missing';
    /*tr*/if(mine===turn&&count)count.textContent=fill('«{0} is missing»',[e.message]);
  });
}
if(form){
  if(doc.querySelector('th[data-f=date]')){
    control('«Player»','players','text',function(c,v){return names(c).some(function(t){return t.includes(v)})});
    control('«From»','date','date',function(d,v){return/^\d/.test(d)&&d>=v.slice(0,d.length)});
    control('«To»','date','date',function(d,v){return/^\d/.test(d)&&v.slice(0,d.length)>=d});
    control('«Length»','length','text',function(c,v){return c===v});
    control('«Event»','event','text',function(c,v){return c.includes(v)});
  }
  make('button',form,'«clear»').type='reset';
  count=make('output',form);
  var timer;
  on(form,'input',function(){clearTimeout(timer);timer=setTimeout(apply,200)});
  on(form,'reset',function(){
    lists.forEach(function(l){l.sort=null;l.head.forEach(function(th){th.removeAttribute('aria-sort')})});
    setTimeout(apply);
  });
  on(form,'submit',function(e){e.preventDefault()});
}
})();
/*]]>*/
